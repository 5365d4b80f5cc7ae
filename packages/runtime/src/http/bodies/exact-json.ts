// JavaScript rounds integers beyond 2^53, and what a client sends back may be money. Reading returns the rounded
// number, like `JSON.parse`; sent back in the object that it came in, it is written with its original digits. Once
// overwritten, or copied out of its object, it is an ordinary number.

import { withoutMark } from '../../core/body.js'

/** The original digits of such numbers, by the object or array that contains them. */
const writings = new WeakMap<object, Map<string, string>>()
let anyWriting = false

/** The prefix of placeholders for numbers while they pass through `JSON`, which no server can know. */
function newMark(): string {
  return `\ue000${Math.random()}`
}

/** Whether JSON has such a number. Takes a quarter of the time of a search in its text. */
function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.some(isRounded)
  // `Object.values` takes twice the time.
  for (const name in value) if (isRounded((value as Record<string, unknown>)[name])) return true
  return false
}

export function parseExact<Value>(source: string): Value {
  const text = withoutMark(source)
  const value: Value = JSON.parse(text)
  try {
    if (!isRounded(value)) return value
    const mark = newMark()
    // Matches strings as a whole, to skip the digits in them.
    const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]+/gi, (token) =>
      isRounded(Number(token)) ? `"${mark}${token}"` : token,
    )
    return JSON.parse(marked, function (this: object, name, each: unknown) {
      if (typeof each !== 'string' || !each.startsWith(mark)) return each
      const written = each.slice(mark.length)
      const known = writings.get(this) ?? new Map<string, string>()
      writings.set(this, known.set(name, written))
      anyWriting = true
      return Number(written)
    })
  } catch {
    // Nested too deeply for the stack.
    return value
  }
}

/** The same as `JSON.stringify`, with the original digits of large integers. */
export function stringifyExact(value: unknown): string | undefined {
  if (!anyWriting) return JSON.stringify(value)
  const mark = newMark()
  const text: string | undefined = JSON.stringify(
    value,
    function (this: object, name, each: unknown) {
      const written = writings.get(this)?.get(name)
      return Number(written) === each ? `${mark}${written}` : each
    },
  )
  return text?.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1')
}

/** An object that repeats a member of another one, with its original digits. */
export function withDigitsOf<Into extends object>(into: Into, from: unknown, name: string): Into {
  const written = writings.get(Object(from))?.get(name)
  if (written !== undefined) writings.set(into, new Map([[name, written]]))
  return into
}
