import { isJsonType, isOfType } from '../../model/json.js'
import { fingerprint } from '../../model/shapes/fingerprint.js'
import type { Shape } from '../../model/shapes/shape.js'
import { payloadKey } from '../../model/shapes/union.js'
import type { Declarations, Documents } from '../documents.js'

/** Whether both refer to the same named type. */
export function sameName(
  { renamed }: Pick<Documents, 'renamed'>,
  before: Shape,
  after: Shape,
): boolean {
  if (before.kind !== 'reference' || after.kind !== 'reference') return false
  return (renamed.get(before.name) ?? before.name) === after.name
}

/** Follows references to a shape. Terminates, because circular aliases are rejected earlier. */
export function resolve(shape: Shape, declarations: Declarations): Shape {
  let at = shape
  for (let hops = 0; hops < 64 && at.kind === 'reference'; hops++) {
    const next = declarations.get(at.name)
    if (!next) return { kind: 'json' }
    at = next.shape
  }
  return at
}

/**
 * Whether every value of the old shape is also valid for the new one, for shapes of different
 * kinds.
 */
export function isWider(names: Documents, before: Shape, after: Shape): boolean {
  const old = resolve(before, names.before)
  const now = resolve(after, names.after)
  if (now.kind === 'json' || old.kind === 'never') return true
  if (now.kind === 'scalar') return valuesFit(old, now.type)
  if (now.kind === 'enumeration') return old.kind === 'literal' && now.values.includes(old.value)
  if (now.kind === 'map') return now.values.kind === 'json' && old.kind === 'record'
  if (now.kind !== 'union') return false
  const { tagging, cases } = now
  return cases.some((each) => {
    const { payload } = each
    const isValue = payload !== undefined && payloadKey(tagging, each) === undefined
    return isValue && isSame(names, before, payload)
  })
}

function valuesFit(old: Shape, type: string): boolean {
  if (old.kind === 'scalar') return old.type === 'integer' && type === 'number'
  if (!isJsonType(type)) return false
  if (old.kind === 'literal') return isOfType(old.value, type)
  return old.kind === 'enumeration' && old.values.every((value) => isOfType(value, type))
}

/** Whether both are equal, except for documentation. */
export function isSame(names: Pick<Documents, 'renamed'>, before: Shape, after: Shape): boolean {
  return fingerprint(before, names.renamed) === fingerprint(after)
}
