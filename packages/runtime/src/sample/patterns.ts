import { chance } from './random.js'

/** A part of a pattern: one of some characters, parts in a row, alternatives, or a repetition. */
export type PatternPart =
  | { readonly letters: string }
  | { readonly row: readonly PatternPart[] }
  | { readonly either: readonly PatternPart[] }
  | { readonly of: PatternPart; readonly least: number; readonly most: number }

type Part = PatternPart

const LONGEST = 2000

/** Texts that a pattern probably matches, the plausible ones first. Callers try them, and most need only one. */
export function* textsLike(
  source: string,
  where: string,
  { least = 0, most = LONGEST }: { readonly least?: number; readonly most?: number } = {},
): Generator<string, void> {
  const part = patternOf(source)
  if (!part) return
  const texts = new Set<string>()
  // Repetitions as short as they may be, or a little longer; up to the length that is wanted.
  for (const more of [3, 0, 1, 2, 5, 8, 12, 20, 40, least, least - 1]) {
    for (const salt of [0, 1, 2]) {
      const text = textOf(part, more, `${where} ${salt}`)
      const { length } = [...text]
      if (texts.has(text) || text.length > LONGEST || length < least || length > most) continue
      texts.add(text)
      yield text
    }
  }
}

const known = new Map<string, Part | undefined>()

/** The parts of a pattern; documents repeat their patterns. `undefined` for what is not known, such as references to groups. */
export function patternOf(source: string): Part | undefined {
  if (known.has(source)) return known.get(source)
  if (known.size > 500) known.clear()
  const part = readPattern(source)
  known.set(source, part)
  return part
}

function textOf(part: Part, more: number, where: string): string {
  if ('letters' in part) {
    const letters = [...readable(part.letters)]
    return letters[Math.floor(chance(where, more) * letters.length)] ?? ''
  }
  if ('row' in part)
    return part.row.map((each, index) => textOf(each, more, `${where}.${index}`)).join('')
  if ('either' in part) {
    const chosen = Math.floor(chance(where, 'either') * part.either.length)
    const option = part.either[chosen]
    return option ? textOf(option, more, `${where}|${chosen}`) : ''
  }
  const times = Math.min(part.most, part.least + Math.max(0, more), LONGEST)
  let text = ''
  for (let index = 0; index < times && text.length <= LONGEST; index++) {
    text += textOf(part.of, more, `${where}*${index}`)
  }
  return text
}

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const WORD = `${LOWER}${LOWER.toUpperCase()}${DIGITS}_`
/** What a negated class is taken from, and `.`: letters first, so that texts can be read. */
const ANY = `${LOWER}${DIGITS}${LOWER.toUpperCase()} -_.,:;!?@#$%&*+=/()[]{}<>|~^'"\`\\`

/** Reads what is usual in patterns; `undefined` for what it does not know, such as references to groups. */
function readPattern(source: string): Part | undefined {
  let at = 0

  const either = (): Part | undefined => {
    const options: Part[] = []
    for (;;) {
      const row = sequence()
      if (!row) return undefined
      options.push(row)
      if (source[at] !== '|') break
      at++
    }
    const [only] = options
    return options.length === 1 && only ? only : { either: options }
  }

  const sequence = (): Part | undefined => {
    const row: Part[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const part = atom()
      if (!part) return undefined
      row.push(repeated(part))
    }
    return { row }
  }

  const repeated = (part: Part): Part => {
    const [whole, sign, low, comma, high] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at)) ?? []
    if (whole === undefined) return part
    at += whole.length
    if (sign === '?') return { of: part, least: 0, most: 1 }
    if (sign !== undefined) return { of: part, least: sign === '+' ? 1 : 0, most: LONGEST }
    const least = Number(low)
    return { of: part, least, most: comma === '' ? least : high === '' ? LONGEST : Number(high) }
  }

  const atom = (): Part | undefined => {
    const rest = source.slice(at)
    if (/^[$^]/.test(rest)) {
      at++
      return { row: [] }
    }
    if (/^\\[bB]/.test(rest)) {
      at += 2
      return { row: [] }
    }
    if (rest.startsWith('(')) return group(rest)
    if (rest.startsWith('[')) return characterClass()
    if (rest.startsWith('.')) {
      at++
      return { letters: `${LOWER}-` }
    }
    if (rest.startsWith('\\')) {
      const letters = escaped()
      return letters === undefined ? undefined : { letters }
    }
    const [letter = ''] = rest
    const [whole = letter] = [...rest]
    at += whole.length
    return { letters: whole }
  }

  const group = (rest: string): Part | undefined => {
    const [opening = '('] = /^\((?:\?(?::|<?[=!]|<[^>=!]+>))?/.exec(rest) ?? []
    at += opening.length
    const inner = either()
    if (!inner || source[at] !== ')') return undefined
    at++
    // What a look-around demands, callers find out by trying.
    return /[=!]$/.test(opening) ? { row: [] } : inner
  }

  const characterClass = (): Part | undefined => {
    at++
    const negated = source[at] === '^'
    if (negated) at++
    let letters = ''
    while (at < source.length && source[at] !== ']') {
      const first = classLetter()
      if (first === undefined) return undefined
      const isRange = source[at] === '-' && source[at + 1] !== ']' && [...first].length === 1
      if (!isRange) {
        letters += first
        continue
      }
      at++
      const last = classLetter()
      if (last === undefined) return undefined
      letters += range(first, last)
    }
    at++
    const found = negated ? [...ANY].filter((each) => !letters.includes(each)).join('') : letters
    return found === '' ? undefined : { letters: found }
  }

  const classLetter = (): string | undefined => {
    if (source[at] === '\\') return source[at + 1] === 'b' ? undefined : escaped()
    const [letter = ''] = [...source.slice(at)]
    at += letter.length
    return letter
  }

  const escaped = (): string | undefined => {
    const rest = source.slice(at)
    const [whole, code, brace, hex] =
      /^\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}|x([\da-fA-F]{2}))/.exec(rest) ?? []
    if (whole !== undefined) {
      at += whole.length
      return String.fromCodePoint(Number.parseInt(code ?? brace ?? hex ?? '', 16))
    }
    const [property, negation, name = ''] = /^\\(p|P)\{([^}]+)\}/.exec(rest) ?? []
    if (property !== undefined) {
      at += property.length
      return negation === 'P' ? ' -' : lettersNamed(name)
    }
    const letter = rest[1] ?? ''
    at += 2
    if (/[1-9k]/.test(letter)) return undefined
    return CLASSES[letter] ?? letter
  }

  const part = either()
  return part && at === source.length ? part : undefined
}

const CLASSES: Readonly<Record<string, string>> = {
  d: DIGITS,
  D: `${LOWER}-`,
  w: `${LOWER}${DIGITS}_`,
  W: ' -.',
  s: ' ',
  S: LOWER + DIGITS,
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
  0: '\0',
}

function lettersNamed(name: string): string {
  if (/^(?:Lu|Lt|Uppercase)/.test(name)) return LOWER.toUpperCase()
  if (/^N/.test(name)) return DIGITS
  if (/^(?:P|S)/.test(name) && !/^Script/.test(name)) return '-.!'
  if (/^Z/.test(name)) return ' '
  return LOWER
}

function range(first: string, last: string): string {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0]
  let letters = ''
  for (let code = from; code <= Math.min(to, from + 300); code++)
    letters += String.fromCodePoint(code)
  return letters
}

/** Letters and digits of some characters, if there are any: texts with them can be read. */
function readable(letters: string): string {
  const found = [...letters].filter((each) => WORD.includes(each) && each !== '_')
  return found.length > 0 ? found.join('') : letters
}
