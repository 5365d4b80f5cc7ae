import { withoutMark } from '../../core/json.js'

// JSON text whose integers matter to the last digit: what somebody signs. Large ones are `bigint`, which every
// copy of a value keeps: spread, structuredClone, structural sharing.

/**
 * Reads JSON; integers that a number would round are `bigint`. Fractions are numbers, as in `JSON.parse`.
 *
 * @throws SyntaxError where the text is not JSON
 */
export function parseExactJson<Value>(source: string): Value
export function parseExactJson(source: string): unknown {
  const text = withoutMark(source)
  const places = largeIntegers(text)
  if (places.length === 0) return JSON.parse(text)
  // A text that looks like a marked number is rare, and looking for one takes as long as reading.
  const usual = unmarked(text, places, USUAL_MARK)
  return usual.count === places.length ? usual.value : unmarked(text, places, markFor(text)).value
}

/** Prints JSON, `bigint` as digits. What JSON cannot hold is left out, or `undefined`, as in `JSON.stringify`. */
export function stringifyExactJson(value: unknown, indent?: number): string | undefined {
  let hasLarge = false
  const text = withDigits((digits) => {
    hasLarge = true
    return digits
  })
  if (!hasLarge || text === undefined) return text
  const mark = markFor(text)
  const marked = withDigits((digits) => mark + digits)
  return marked?.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')

  function withDigits(put: (digits: string) => string): string | undefined {
    // Where it stood, because a program may have given `bigint` a `toJSON`.
    function replace(this: object, name: string, each: unknown): unknown {
      const stood: unknown = Reflect.get(this, name)
      return typeof stood === 'bigint' ? put(String(stood)) : each
    }
    return JSON.stringify(value, replace, indent)
  }
}

/** Stands before the digits on their way through `JSON`. One byte: wider ones would slow the whole text down. */
const USUAL_MARK = '\x80'

/** One that the text has nowhere, so that no text of somebody else is taken for a number. */
function markFor(text: string): string {
  for (let code = 0x81; code <= 0xff; code++) {
    const mark = String.fromCharCode(code)
    if (!text.includes(mark) && !new RegExp(`\\\\u00${code.toString(16)}`, 'i').test(text))
      return mark
  }
  throw new SyntaxError('the text has every character that could stand before a number')
}

interface Place {
  readonly start: number
  readonly end: number
}

/** As many digits as an integer has at least that a number would round. */
const MANY = 16

const UNKNOWN = -2

/** Where integers stand that a number would round, and not inside of texts. */
function largeIntegers(text: string): Place[] {
  const found: Place[] = []
  let quote = UNKNOWN
  let inText = false
  // So many digits in a row have one at a multiple of their number: most of the text is not looked at.
  for (let at = MANY - 1; at < text.length; at += MANY) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    let end = at + 1
    while (isDigit(text.charCodeAt(start - 1))) start--
    while (isDigit(text.charCodeAt(end))) end++
    if (end - start < MANY) continue
    at = end
    if (text[start - 1] === '-') start--
    if (!isRounded(text, start, end)) continue
    if (quote === UNKNOWN) quote = text.indexOf('"')
    while (quote !== -1 && quote < start) {
      if (!inText || !isEscaped(text, quote)) inText = !inText
      quote = text.indexOf('"', quote + 1)
    }
    if (!inText) found.push({ start, end })
  }
  return found
}

/** Only between what can stand around a value: everything else is left for `JSON.parse` to read or to refuse. */
function isRounded(text: string, start: number, end: number): boolean {
  const before = text[start - 1]
  return (
    (before === undefined || /[:[,\s]/.test(before)) &&
    text[start] !== '0' &&
    !text.startsWith('-0', start) &&
    /[,\]}\s]/.test(text[end] ?? ',') &&
    !isKey(text, end) &&
    !Number.isSafeInteger(Number(text.slice(start, end)))
  )
}

/** A text may be a key, a number may not. */
function isKey(text: string, end: number): boolean {
  let after = end
  while (/\s/.test(text[after] ?? '')) after++
  return text[after] === ':'
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1
  while (text[before] === '\\') before--
  return (quote - before) % 2 === 0
}

/** The value with its large integers, and how many texts began with the mark: others may do so as well. */
function unmarked(
  text: string,
  places: readonly Place[],
  mark: string,
): { readonly value: unknown; readonly count: number } {
  let marked = ''
  let done = 0
  for (const { start, end } of places) {
    marked += `${text.slice(done, start)}"${mark}${text.slice(start, end)}"`
    done = end
  }
  const first = mark.charCodeAt(0)
  let count = 0

  /** In place: the value was made here. */
  function exact(value: unknown): unknown {
    if (typeof value === 'string') {
      if (value.charCodeAt(0) !== first) return value
      count++
      return /^-?\d+$/.test(value.slice(1)) ? BigInt(value.slice(1)) : value
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) value[index] = exact(value[index])
      return value
    }
    const members = value as Record<string, unknown>
    for (const name in members) {
      const given = members[name]
      const changed = exact(given)
      if (changed === given) continue
      // An assignment would not reach a member of this name.
      if (name === '__proto__') Object.defineProperty(members, name, { value: changed })
      else members[name] = changed
    }
    return value
  }

  const value = exact(JSON.parse(marked + text.slice(done)))
  return { value, count }
}
