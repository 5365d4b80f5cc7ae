import type { Declaration } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { withAliases } from '../former-names.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { CORE } from '../runtime-entries.js'
import { docsOf } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedInterface,
  exportedType,
  type Statement,
} from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'
import {
  formatTag,
  propertiesOf,
  type ShapeScope,
  typeText,
  unionOf,
} from '../typescript/type-text.js'

/** Every named schema that is neither a tagged union nor an enumeration of strings. */
export function emitTypes(view: PackageView): EmittedModule | undefined {
  const scope = moduleScope(view, 'types')
  const statements = view.model.declarations
    .filter((declaration) => view.homeOf(declaration.name) === 'types')
    .flatMap((declaration) =>
      withAliases(view, declaration, declarationSides(view, scope, declaration)),
    )
  return statements.length === 0 ? undefined : moduleOf('src/types.ts', scope, statements)
}

/** The received type, and the sent type if it differs. */
export function declarationSides(
  view: PackageView,
  scope: ModuleScope,
  declaration: Declaration,
  sent: Declaration = declaration,
): Statement[] {
  const either = view.atLeastOne.get(declaration.name)
  if (either) return [eitherType(declaration, either, scope)]
  const received = declarationStructure(scope, declaration, declaration.name, scope.received)
  const input = view.inputTypeNames.get(declaration.name)
  if (input === undefined) return [received]
  return [received, declarationStructure(scope, sent, input, scope.sent)]
}

/** Wraps the members for each list of which at least one is required. */
function eitherType(
  declaration: Declaration,
  either: readonly (readonly string[])[],
  scope: ModuleScope,
): Statement {
  const wrapper = scope.imports.type('AtLeastOne', CORE)
  const type = either.reduceRight(
    (inner, names) => `${wrapper}<${unionOf(names.map(stringLiteral))}, ${inner}>`,
    typeText(declaration.shape, scope.sent),
  )
  return exportedType({
    name: declaration.name,
    docs: docsOf(declaration, scope.seeTag(declaration)),
    type,
  })
}

function declarationStructure(
  { seeTag }: ModuleScope,
  declaration: Declaration,
  name: string,
  scope: ShapeScope,
): Statement {
  const { shape } = declaration
  const docs = docsOf(declaration, formatTag(shape), seeTag(declaration))
  return shape.kind === 'record'
    ? exportedInterface({ name, docs, properties: propertiesOf(shape.fields, shape.rest, scope) })
    : exportedType({ name, docs, type: typeText(shape, scope) })
}
