import type { Declaration } from '../../model/shape.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
  seeTag,
} from '../package-view.js'
import { docBlock, docOf } from '../typescript/doc.js'
import {
  aliasText,
  fieldsText,
  formatTag,
  type ShapeScope,
  shapeLayout,
} from '../typescript/shape-text.js'

/** Every named schema that is neither a tagged union nor an enumeration of strings. */
export function emitTypes(view: PackageView): EmittedFile | undefined {
  const scope = moduleScope(view, 'types')
  const blocks = view.model.declarations
    .filter((declaration) => view.homeOf(declaration.name) === 'types')
    .flatMap((declaration) => declarationBlocks(view, scope, declaration))
  if (blocks.length === 0) return undefined
  return { path: 'src/types.ts', text: moduleText(view, scope, blocks) }
}

function declarationBlocks(
  view: PackageView,
  scope: ModuleScope,
  declaration: Declaration,
): string[] {
  const received = declarationText(declaration, declaration.name, scope.received)
  const input = view.twoSided.get(declaration.name)
  if (input === undefined) return [received]
  return [received, declarationText(declaration, input, scope.sent)]
}

function declarationText(declaration: Declaration, name: string, scope: ShapeScope): string {
  const { shape } = declaration
  const doc = docBlock(docOf(declaration, formatTag(shape), seeTag(declaration)))
  if (shape.kind !== 'record') return doc + aliasText(name, shapeLayout(shape, scope))
  const body = fieldsText(shape.fields, shape.rest, scope, 2)
  return `${doc}export interface ${name} {${body === '' ? '' : `\n${body}`}}\n`
}
