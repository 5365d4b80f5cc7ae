import { memberAt } from '../core/member.js'

/**
 * How an input filters the items of an array, or the members of a map, at a pointer (in which
 * `*` is every item or member).
 *
 * - `only`: keeps what the input's array, or the keys of its object, names: by the item's member `by`,
 *   or by the key in a map. An input without that member keeps everything.
 * - `drop`: leaves out items with these members, `when` a member of the input is true, or `unless`
 *   it is.
 */
export interface Filter {
  readonly at: string
  readonly only?: string
  readonly by?: string
  readonly drop?: Readonly<Record<string, unknown>>
  readonly when?: string
  readonly unless?: string
}

type Keep = (key: string, item: unknown) => boolean

/** A copy with only what the filter keeps. */
export function filtered(whole: unknown, filter: Filter, input: unknown): unknown {
  const keep = filter.only === undefined ? dropper(filter, input) : chooser(filter, input)
  return keep ? changed(whole, tokensOf(filter.at), (found) => kept(found, keep)) : whole
}

function dropper({ drop = {}, when, unless }: Filter, input: unknown): Keep | undefined {
  if (when !== undefined && memberAt(input, when) !== true) return undefined
  if (unless !== undefined && memberAt(input, unless) === true) return undefined
  return (_, item) => !Object.entries(drop).every(([name, value]) => memberAt(item, name) === value)
}

function chooser({ only = '', by }: Filter, input: unknown): Keep | undefined {
  const asked = memberAt(input, only)
  if (typeof asked !== 'object' || asked === null) return undefined
  const names: unknown[] = Array.isArray(asked) ? asked : Object.keys(asked)
  return (key, item) => names.includes(by === undefined ? key : memberAt(item, by))
}

function kept(found: unknown, keep: Keep): unknown {
  if (Array.isArray(found)) return found.filter((item, index) => keep(String(index), item))
  return Object.fromEntries(Object.entries(found ?? {}).filter(([key, item]) => keep(key, item)))
}

/** A copy with one more item in the array at a pointer. */
export function inserted(whole: unknown, at: string, item: unknown): unknown {
  return changed(whole, tokensOf(at), (found) => (Array.isArray(found) ? [...found, item] : found))
}

/** The value at a pointer. */
export function pointed(whole: unknown, at: string): unknown {
  return tokensOf(at).reduce(memberAt, whole)
}

/** All values at a pointer, in which `*` is every item or member. */
export function allAt(whole: unknown, at: string): unknown[] {
  return tokensOf(at).reduce<unknown[]>(
    (values, token) =>
      values
        .flatMap((value) =>
          token === '*' ? Object.values(Object(value)) : [memberAt(value, token)],
        )
        .filter((value) => value !== undefined),
    [whole],
  )
}

function changed(
  whole: unknown,
  [token, ...rest]: readonly string[],
  change: (found: unknown) => unknown,
): unknown {
  if (token === undefined) return change(whole)
  const each = (key: string, item: unknown): unknown =>
    token === '*' || token === key ? changed(item, rest, change) : item
  if (Array.isArray(whole)) return whole.map((item, index) => each(String(index), item))
  if (typeof whole !== 'object' || whole === null) return whole
  return Object.fromEntries(Object.entries(whole).map(([key, item]) => [key, each(key, item)]))
}

function tokensOf(pointer: string): string[] {
  return pointer.split('/').slice(1)
}
