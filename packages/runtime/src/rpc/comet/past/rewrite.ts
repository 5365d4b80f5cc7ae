import { memberAt } from '../../../core/index.js'

/**
 * A copy of an object or an array with other members; `undefined` leaves one out. Returns the value
 * itself if nothing changes: almost all events need no change, and checking takes less time than
 * copying.
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

/** The same for the value at a path. */
export function rewriteAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (member: unknown, name: string) => unknown,
): unknown {
  if (name === undefined) return rewrite(value, change)
  const member = memberAt(value, name)
  const changed = rewriteAt(member, rest, change)
  return changed === member || !isRecord(value) ? value : { ...value, [name]: changed }
}

function copyOf(value: object): Record<string, unknown> {
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  return isRecord(copy) ? copy : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
