/** A part of a pattern: a character of a class, parts in a row, alternatives, or a repetition. */
type Part =
  | { readonly letters: string }
  | { readonly row: readonly Part[] }
  | { readonly either: readonly Part[] }
  | { readonly of: Part; readonly least: number; readonly most: number }

/**
 * A few texts that a pattern probably matches. It does not know everything about patterns: callers try the
 * texts.
 */
export function textsLike(source: string): string[] {
  const part = readPattern(source)
  if (!part) return []
  const texts = [0, 1, 8].flatMap((more) => [0, 1, 2].map((pick) => textOf(part, more, pick)))
  return [...new Set(texts)].filter((each) => each.length < LONGEST)
}

const LONGEST = 300

function textOf(part: Part, more: number, pick: number): string {
  if ('letters' in part) return part.letters.charAt(pick % part.letters.length)
  if ('row' in part) return part.row.map((each) => textOf(each, more, pick)).join('')
  if ('either' in part) {
    const chosen = part.either[pick % part.either.length]
    return chosen ? textOf(chosen, more, pick) : ''
  }
  const times = Math.min(part.most, part.least + more, LONGEST)
  return textOf(part.of, more, pick).repeat(times)
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '059',
  w: 'az_',
  s: ' ',
  D: 'a-',
  W: '-!',
  S: 'a0',
  n: '\n',
  t: '\t',
}
/** For classes of everything but some characters. */
const COMMON = 'a0Z-_ .!'

function readPattern(source: string): Part | undefined {
  let at = 0
  const rest = (): string => source.slice(at)
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(rest())
    if (found) at += found[0].length
    return found ?? undefined
  }

  const alternatives = (): Part => {
    const either = [row()]
    while (take(/^\|/)) either.push(row())
    return { either }
  }
  const row = (): Part => {
    const parts: Part[] = []
    while (at < source.length && !/^[|)]/.test(rest())) {
      const part = atom()
      if (part) parts.push(repeated(part))
    }
    return { row: parts }
  }
  const repeated = (of: Part): Part => {
    const found = take(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/)
    if (!found) return of
    const [, sign, least = '0', comma = '', most = ''] = found
    if (sign === '?') return { of, least: 0, most: 1 }
    if (sign !== undefined) return { of, least: sign === '+' ? 1 : 0, most: Infinity }
    const last = comma === '' ? Number(least) : most === '' ? Infinity : Number(most)
    return { of, least: Number(least), most: last }
  }
  const atom = (): Part | undefined => {
    if (take(/^(?:[\^$]|\\[bB])/)) return undefined
    if (take(/^\(\?<?[=!]/)) {
      alternatives()
      take(/^\)/)
      return undefined
    }
    if (take(/^\((?:\?(?::|<\w+>))?/)) {
      const inside = alternatives()
      take(/^\)/)
      return inside
    }
    if (take(/^\./)) return { letters: 'a0-' }
    const set = take(/^\[(\^?)((?:\\.|[^\]\\])*)\]/)
    if (set) return { letters: lettersOf(set[2] ?? '', set[1] === '^') }
    if (take(/^\\[pP]\{[^}]*\}/)) return { letters: 'aZ' }
    const escaped = take(/^\\(.)/)
    if (escaped) return { letters: CLASSES[escaped[1] ?? ''] ?? escaped[1] ?? '' }
    return { letters: take(/^./su)?.[0] ?? '' }
  }

  const found = alternatives()
  return at === source.length ? found : undefined
}

/** The ends of each range of a class. */
function lettersOf(text: string, isNegative: boolean): string {
  const letters = text
    .replace(/\\(.)/g, (_, each: string) => CLASSES[each] ?? each)
    .replace(/(.)-(.)/g, '$1$2')
  if (!isNegative) return letters || 'a'
  const others = [...COMMON].filter((each) => !letters.includes(each))
  return others.join('') || 'é'
}
