import { memberAt } from './member.js'

/**
 * What options take, each form with the names of its options: `{ 'number >= 0': 'maxBodyBytes retry.attempts' }`.
 * A form is written like a type, its members joined by ` | `: what `typeof` says (`object` without `null`), `array`, a word in
 * quotation marks, `false`, `AbortSignal`, or a number with a bound, `number > 0`, which may be `Infinity`.
 */
export type OptionForms = Readonly<Record<string, string>>

/**
 * Throws a `TypeError` for an option that does not have its form, or if they are no object. `undefined` counts as not
 * given. The value is not shown, because it may be a credential.
 */
export function checkOptions(options: unknown, forms: OptionForms, what = 'options'): void {
  if (options !== undefined && Object(options) !== options)
    throw new TypeError(`${what} takes object`)
  for (const [takes, names] of Object.entries(forms)) {
    for (const name of names.split(' ')) {
      const value = name.split('.').reduce<unknown>(memberAt, options)
      if (
        value !== undefined &&
        !takes.split(' | ').some((form) => formsOf(value).includes(form))
      ) {
        throw new TypeError(`${name} takes ${takes}`)
      }
    }
  }
}

/** All forms that a value has. */
function formsOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') {
    return [
      'number',
      value > 0 && 'number > 0',
      value >= 0 && 'number >= 0',
      value >= 1 && 'number >= 1',
    ]
  }
  return [
    value === null || typeof value,
    Array.isArray(value) && 'array',
    value === false && 'false',
    typeof value === 'string' && `'${value}'`,
    Object(value).throwIfAborted && 'AbortSignal',
  ]
}

/** All options together: later ones win, and `undefined` counts as not given. */
export function merged<Options extends object>(
  options: Options,
  own: { readonly [Name in keyof Options]?: Options[Name] | undefined },
): Options
export function merged(...all: readonly object[]): object {
  return Object.fromEntries(all.flatMap(Object.entries).filter(([, value]) => value !== undefined))
}

/** Headers in any form. Members that are `undefined` are left out. */
export type HeadersOption =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | undefined>>

/** What platforms take as headers, whose values are checked here. */
type AnyHeaders = Iterable<readonly string[]> | Readonly<Record<string, unknown>>

/** Pairs with names in lower case, so that a later source replaces an earlier one. */
export function headerPairs(...sources: (AnyHeaders | undefined)[]): Record<string, string> {
  const pairs: Record<string, string> = {}
  for (const source of sources) {
    for (const [name = '', value] of source && Symbol.iterator in source
      ? source
      : Object.entries(source ?? {})) {
      if (value === undefined) continue
      // fetch would send anything as text; what it rejects, it shows in its message.
      if (typeof value !== 'string' || /[^\t -~\u0080-\u00ff]/.test(value))
        throw new TypeError(`header ${name} takes a sendable string`)
      pairs[name.toLowerCase()] = value
    }
  }
  return pairs
}
