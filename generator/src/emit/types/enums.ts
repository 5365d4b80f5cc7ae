import { enumMembers } from '../../model/enum-members.js'
import { asStringEnum, type EnumDeclaration, enumNames } from '../../model/exported-names.js'
import { freeName } from '../../model/names.js'
import type { Declaration } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { withAliases } from '../former-names.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { UNION } from '../runtime-entries.js'
import { docs, docsOf, linked } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedConstant,
  exportedFunction,
  exportedType,
  KINDS,
  type Statement,
} from '../typescript/structures.js'
import { literal } from '../typescript/text.js'
import { enumerationMembers, typeText, unionOf } from '../typescript/type-text.js'
import { listText, memberText, objectText, pureCall } from '../typescript/value-text.js'

/** String enumerations: an open type, the values known today, and a guard for them. */
export function emitEnums(view: PackageView): EmittedModule | undefined {
  const enums = view.model.declarations.filter(({ name }) => view.homeOf(name) === 'enums')
  if (enums.length === 0) return undefined
  const scope = moduleScope(view, 'enums')
  const frozen = freeName('frozen', view.names)
  const statements = enums.flatMap((declaration) => {
    const ofTexts = asStringEnum(declaration)
    return withAliases(view, declaration, [
      ...(ofTexts ? enumStatements(scope, ofTexts, frozen) : [plainType(scope, declaration)]),
      ...(view.hasEnumObjects ? [enumObject(declaration, frozen)] : []),
    ])
  })
  return moduleOf('src/enums.ts', scope, [...statements, frozenFunction(frozen)])
}

/** An enumeration of numbers. */
function plainType(scope: ModuleScope, declaration: Declaration): Statement {
  const type = typeText(declaration.shape, scope.received)
  const { name } = declaration
  return exportedType({ name, docs: docsOf(declaration, scope.seeTag(declaration)), type })
}

/** `OrderState.Paid` */
function enumObject(declaration: Declaration, frozen: string): Statement {
  const { name } = declaration
  const members = [...enumMembers(declaration)].map(([key, value]) =>
    memberText(key, literal(value)),
  )
  return exportedConstant({
    name,
    docs: docs('The values that this version knows, by name.'),
    value: pureCall(frozen, `${objectText(members)} as const`),
  })
}

function enumStatements(
  { imports, seeTag }: ModuleScope,
  declaration: EnumDeclaration,
  frozen: string,
): Statement[] {
  const isOneOf = imports.value('isOneOf', UNION)
  const { name, shape, nullable } = declaration
  const { values, guard } = enumNames(declaration)
  const members = enumerationMembers(shape.values, shape.open !== false)
  return [
    exportedType({
      name,
      docs: docsOf(declaration, seeTag(declaration)),
      type: unionOf([...members, ...(nullable ? ['null'] : [])]),
    }),
    exportedConstant({
      name: values,
      docs: docs(`The values of {@link ${name}} that this version knows.`),
      value: pureCall(frozen, `${listText(shape.values.map(literal))} as const`),
    }),
    exportedFunction({
      name: guard,
      docs: docs(`Whether this version knows the value of ${linked(name)}.`),
      parameters: [{ name: 'value', type: 'unknown' }],
      returnType: `value is (typeof ${values})[number]`,
      statements: [`return ${isOneOf}(${values}, value)`],
    }),
  ]
}

/** With `Object.freeze`, the compiler would create a second type of each list, value by value. */
function frozenFunction(name: string): Statement {
  return {
    kind: KINDS.function,
    name,
    typeParameters: ['Values'],
    parameters: [{ name: 'values', type: 'Values' }],
    returnType: 'Values',
    statements: ['Object.freeze(values)', 'return values'],
  }
}
