import { withoutMark } from '../../core/body.js'

// JSON whose integers must be exact to the last digit, such as a document to sign. Large ones are `bigint`, which
// every copy of a value keeps: spread, structuredClone, structural sharing.

/**
 * Parses JSON; integers that a number would round become `bigint`. Fractions are numbers, as in `JSON.parse`.
 *
 * @throws SyntaxError where the text is not JSON
 */
export function parseExactJson<Value>(source: string): Value
export function parseExactJson(source: string): unknown {
  const text = withoutMark(source)
  const value: unknown = JSON.parse(text)
  const { spans, isPlain } = largeIntegers(text)
  if (spans.length === 0) return value
  if (isPlain && !EXPONENT.test(text) && putInOrder(value, text, spans)) return value
  const outside = outsideOfTexts(text, spans)
  // Text that looks like a marked number is rare, and searching for it takes as long as parsing.
  const usual = unmarked(text, outside, USUAL_MARK)
  return usual.count === outside.length ? usual.value : unmarked(text, outside, markFor(text)).value
}

/** A number with an exponent can be large with few digits. */
const EXPONENT = /\de[+-]?\d+[\s,}\]]/i

/**
 * Replaces rounded numbers by the exact integers: both occur in the same order. Returns whether every number
 * was matched with a place in the text and vice versa; digits inside a string, a repeated key, and keys that
 * engines move to the front are detected that way.
 */
function putInOrder(value: unknown, text: string, spans: readonly Span[]): boolean {
  let next = 0

  /** The exact integer for a rounded number; `undefined` if the two do not match. */
  function exactOf(rounded: number): bigint | undefined {
    const span = spans[next++]
    const exact = span && BigInt(text.slice(span.start, span.end))
    return Number(exact) === rounded ? exact : undefined
  }

  // Reading and writing are inlined into the loops, which engines optimise better.
  function visit(holder: object): boolean {
    if (Array.isArray(holder)) return visitItems(holder)
    const members = holder as Record<string, unknown>
    for (const name in members) {
      const each = members[name]
      if (typeof each === 'number') {
        if (each <= MOST && each >= -MOST) continue
        const exact = exactOf(each)
        if (exact === undefined) return false
        members[name] = exact
      } else if (typeof each === 'object' && each !== null && !visit(each)) return false
      if (name === '__proto__' || isDigit(name.charCodeAt(0))) return false
    }
    return true
  }

  function visitItems(items: unknown[]): boolean {
    for (let index = 0; index < items.length; index++) {
      const each = items[index]
      if (typeof each === 'number') {
        if (each <= MOST && each >= -MOST) continue
        const exact = exactOf(each)
        if (exact === undefined) return false
        items[index] = exact
      } else if (typeof each === 'object' && each !== null && !visit(each)) return false
    }
    return true
  }

  return typeof value === 'object' && value !== null && visit(value) && next === spans.length
}

const MOST = 9007199254740991

/** Prints JSON, with `bigint` as digits. Values that JSON cannot represent are handled as in `JSON.stringify`. */
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
    // Reads the original value, because a program may have defined `BigInt.prototype.toJSON`.
    function replace(this: object, name: string, each: unknown): unknown {
      const stood: unknown = Reflect.get(this, name)
      return typeof stood === 'bigint' ? put(String(stood)) : each
    }
    return JSON.stringify(value, replace, indent)
  }
}

/** The prefix of the digits while they pass through `JSON`. One byte: wider characters would slow down the text. */
const USUAL_MARK = '\x80'

/** A prefix that does not occur in the text, so that no string is taken for a number. */
function markFor(text: string): string {
  for (let code = 0x81; code <= 0xff; code++) {
    const mark = String.fromCharCode(code)
    if (!text.includes(mark) && !new RegExp(`\\\\u00${code.toString(16)}`, 'i').test(text))
      return mark
  }
  throw new SyntaxError('the text has every character that could stand before a number')
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The fewest digits of an integer that a number would round. */
const MANY = 16

interface LargeIntegers {
  /** Positions of integers that a number would round, including those inside strings. */
  readonly spans: readonly Span[]
  /** Whether no other number begins with so many digits. */
  readonly isPlain: boolean
}

function largeIntegers(text: string): LargeIntegers {
  const spans: Span[] = []
  let isPlain = true
  // A run of that many digits has one at a multiple of its length, so most of the text is skipped.
  for (let at = MANY - 1; at < text.length; at += MANY) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    let end = at + 1
    while (isDigit(text.charCodeAt(start - 1))) start--
    while (isDigit(text.charCodeAt(end))) end++
    if (end - start < MANY) continue
    at = end
    if (text.charCodeAt(start - 1) === MINUS) start--
    if (!isBetween(text, start, end)) {
      isPlain &&= !GOING_ON.includes(text.charAt(end))
      continue
    }
    // Some integers with the fewest digits are exact.
    const isLonger = end - start > MANY + 1
    if (isLonger || !Number.isSafeInteger(Number(text.slice(start, end))))
      spans.push({ start, end })
  }
  return { spans, isPlain }
}

/** Only the positions that are values, not inside strings. */
function outsideOfTexts(text: string, spans: readonly Span[]): Span[] {
  let inText = false
  let quote = text.indexOf('"')
  return spans.filter(({ start }) => {
    while (quote !== -1 && quote < start) {
      if (!inText || !isEscaped(text, quote)) inText = !inText
      quote = text.indexOf('"', quote + 1)
    }
    return !inText
  })
}

const SPACE = ' \n\r\t'
const BEFORE = ':,[ \n\r\t'
const AFTER = ',}]'
const GOING_ON = '.eE'
const MINUS = 0x2d

/** Whether the characters around it can surround a number; otherwise it is a key or part of a string. */
function isBetween(text: string, start: number, end: number): boolean {
  if (start > 0 && !BEFORE.includes(text.charAt(start - 1))) return false
  let after = end
  while (after < text.length && SPACE.includes(text.charAt(after))) after++
  return after === text.length || AFTER.includes(text.charAt(after))
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1
  while (text[before] === '\\') before--
  return (quote - before) % 2 === 0
}

/** The value with its large integers, and how many strings began with the mark. */
function unmarked(
  text: string,
  spans: readonly Span[],
  mark: string,
): { readonly value: unknown; readonly count: number } {
  let marked = ''
  let done = 0
  for (const { start, end } of spans) {
    marked += `${text.slice(done, start)}"${mark}${text.slice(start, end)}"`
    done = end
  }
  const first = mark.charCodeAt(0)
  let count = 0

  /** Changes the value in place, because it was created here. */
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
      // Assigning `__proto__` would not create a member.
      if (name === '__proto__') Object.defineProperty(members, name, { value: changed })
      else members[name] = changed
    }
    return value
  }

  const value = exact(JSON.parse(marked + text.slice(done)))
  return { value, count }
}
