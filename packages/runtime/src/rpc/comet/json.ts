import { memberAt } from '../../core/index.js'

/** The value at a path of property names, or `undefined` where the path ends early. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce(memberAt, value)
}

/** The items of an array; nothing for anything else, `null` above all. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A height or an index as it comes: a number, a decimal text, or left out for zero. */
export function count(value: unknown): number {
  return Number(value ?? 0)
}

/**
 * A copy of an object or a list with other members; `undefined` leaves one out. It is the value
 * itself when nothing changes: nearly all that is delivered is as it should be, and to look at it
 * takes less time than to copy it.
 */
export function rewrite(
  value: unknown,
  change: (member: unknown, name: string) => unknown,
): unknown {
  if (!isRecord(value)) return value
  let copy: Record<string, unknown> | undefined
  for (const name in value) {
    const member = value[name]
    const changed = change(member, name)
    if (changed === member) continue
    copy ??= copyOf(value)
    if (changed === undefined) delete copy[name]
    else copy[name] = changed
  }
  return copy ?? value
}

/** The same for what is at a path, `depth` of whose names are behind already. */
export function rewriteAt(
  value: unknown,
  path: readonly string[],
  change: (member: unknown, name: string) => unknown,
  depth = 0,
): unknown {
  const name = path[depth]
  if (name === undefined) return rewrite(value, change)
  const member = memberAt(value, name)
  const changed = rewriteAt(member, path, change, depth + 1)
  return changed === member || !isRecord(value) ? value : { ...value, [name]: changed }
}

function copyOf(value: object): Record<string, unknown> {
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  return isRecord(copy) ? copy : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
