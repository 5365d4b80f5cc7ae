import { memberAt } from '../core/member.js'
import { isObject } from './step.js'

type Decode = (value: unknown) => unknown

/** The decoders of an operation whose successes have several types. `Whole` is all of them, decoded. */
export interface StatusDecoders<Whole, Statuses> {
  /** By status, `2XX` or `default`; those of bodies that stay as they are, are `undefined`. */
  readonly statuses: Statuses
  /** Whether its method takes options only. */
  readonly bare: boolean
  /** Only for the compiler. */
  readonly whole?: Whole
}

/** Decoders for an operation with several success types: the status says which one a body has. */
export function byStatus<Whole, Statuses extends object>(
  statuses: Statuses,
  bare = false,
): StatusDecoders<Whole, Statuses> {
  return { statuses, bare }
}

/** An entry of a table of decoders. */
export type Entry = { readonly decode: Decode } | StatusDecoders<unknown, object>

/** What decodes the body of a response with this status; a body without a known status stays as it is. */
export function decodeOf(entry: Entry, status: unknown): Decode {
  if ('decode' in entry) return entry.decode
  const { statuses } = entry
  const keys = [`${status}`, `${`${status}`[0]}XX`, 'default']
  const found = memberAt(statuses, keys.find((key) => Object.hasOwn(statuses, key)) ?? '')
  const decode = memberAt(found, 'decode')
  return typeof decode === 'function' && status !== undefined
    ? (value) => decode(value)
    : (value) => value
}

/** The arguments of a call, with options that notice the status. */
export function watched(
  entry: Entry,
  values: readonly unknown[],
): { readonly values: readonly unknown[]; readonly status: () => unknown } {
  if ('decode' in entry) return { values, status: () => undefined }
  let status: unknown
  const seen = (response: { readonly status: unknown }): void => {
    status = response.status
  }
  const at = entry.bare ? 0 : 1
  const options = values[at] ?? {}
  // What is wrong with other options, the call says.
  if (!isObject(options)) return { values, status: () => undefined }
  const all = Array.from({ length: Math.max(values.length, at + 1) }, (_, index) => values[index])
  all[at] = { ...options, seen }
  return { values: all, status: () => status }
}
