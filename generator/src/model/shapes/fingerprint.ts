import { canonical, isDictionary } from '../json.js'
import type { Shape } from './shape.js'

/** Properties that only document a shape. */
const ANNOTATIONS = new Set([
  'source',
  'doc',
  'deprecated',
  'replacedBy',
  'provenance',
  'default',
  'examples',
])

/** Whether two shapes are equal, except for documentation. */
export function sameShape(left: Shape, right: Shape): boolean {
  return left === right || fingerprint(left) === fingerprint(right)
}

/** A string that is equal for equal shapes. `renamed` maps former names to current ones. */
export function fingerprint(
  shape: Shape,
  renamed: ReadonlyMap<string, string> = new Map(),
): string {
  const today = renamed.size === 0 ? shape : withNames(shape, renamed)
  return canonical(today, (key) => ANNOTATIONS.has(key))
}

function withNames(shape: Shape, renamed: ReadonlyMap<string, string>): unknown {
  return JSON.parse(
    JSON.stringify(shape, (_, each: unknown) =>
      isReference(each) ? { ...each, name: renamed.get(each.name) ?? each.name } : each,
    ),
  )
}

function isReference(
  value: unknown,
): value is { readonly kind: 'reference'; readonly name: string } {
  return isDictionary(value) && value.kind === 'reference' && typeof value.name === 'string'
}
