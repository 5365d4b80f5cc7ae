import type { TaggedDeclaration, UnionNames } from '../../model/exported-names.js'
import { freeName } from '../../model/names.js'
import type { Case } from '../../model/shapes/union.js'
import { payloadKey } from '../../model/shapes/union.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { stringLiteral } from '../typescript/text.js'
import { isSpelledOut, typeText, unionOf } from '../typescript/type-text.js'

export interface UnionScope {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly declaration: TaggedDeclaration
}

/** The type of values with a kind, which `null` does not have. */
export function kindedType({ view, declaration }: UnionScope, names: UnionNames): string {
  if (!declaration.nullable) return names.type
  if (!view.names.has('NonNullable')) return `NonNullable<${names.type}>`
  return declaration.shape.cases.map((member) => names.of(member).type).join(' | ')
}

/** The type parameter of `match`, which avoids a schema named `Result`. */
export function resultName({ view }: UnionScope): string {
  return freeName('Result', view.names)
}

/** The type of a payload; an inline payload has no name, so it is accessed through the member's type. */
export function payloadType(
  { scope, declaration }: UnionScope,
  names: UnionNames,
  member: Case,
): string {
  if (member.payload === undefined) return 'undefined'
  const type = typeText(member.payload, scope.received)
  const key = payloadKey(declaration.shape.tagging, member)
  if (key === undefined || !isSpelledOut(type)) return type
  return `${names.of(member).type}[${stringLiteral(key)}]`
}

/** The type of the shared fields without some of them; `undefined` if none is left. */
export function sharedWithout(
  { view, declaration: { shape } }: UnionScope,
  names: UnionNames,
  left: readonly string[],
): string | undefined {
  if (shape.common.length === left.length) return undefined
  if (left.length === 0) return names.shared
  // A schema named `Omit` would be used in its place.
  if (view.names.has('Omit')) return undefined
  return `Omit<${names.shared}, ${unionOf(left.map((name) => stringLiteral(name)))}>`
}
