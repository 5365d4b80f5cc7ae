import type { Report } from '../../diagnostics/diagnostic.js'
import { valueText } from '../../diagnostics/value-text.js'
import type { Expression } from '../../model/rule.js'
import type { Node } from '../../source/node.js'

/** Steps that are over in about a second. */
const STEPS = 1e8

/** Loops that can take letters from each other try every way to share a text between them. */
function longestFor(degree: number): number | undefined {
  if (degree < 2) return undefined
  const factorial = [...Array(degree).keys()].reduce((product, each) => product * (each + 1), 1)
  return Math.min(4096, Math.floor((STEPS * factorial) ** (1 / degree)))
}

/**
 * A regular expression of the document. What cannot be compiled, and what can take time exponential
 * in the text, is left out and said so: a response must not be able to stop a program.
 */
export function expressionOf(node: Node, source: string, report: Report): Expression | undefined {
  const flags = compiles(source, 'u') ? 'u' : ''
  if (flags === '' && !compiles(source, '')) {
    const message = `the pattern ${valueText(source)} is no regular expression; it is not checked`
    report({
      ...unusable(node, message),
      help: 'Correct it; the language is that of JavaScript (ECMA-262), without slashes around it.',
    })
    return undefined
  }
  const loops = loopsIn(source)
  if (loops.nested) {
    const why = 'some texts would keep it busy for hours'
    report(unusable(node, `the pattern ${valueText(source)} is not checked: ${why}`))
    return undefined
  }
  const longest = longestFor(loops.degree)
  return { source, flags, ...(longest === undefined ? {} : { longest }) }
}

function unusable(node: Node, message: string) {
  return { code: 'TW2007', severity: 'warning', message, at: node.source } as const
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

interface Loops {
  /** A loop around something that can itself be read in more than one way. */
  readonly nested: boolean
  /** How many loops can take letters from each other; a search from every place is one of them. */
  readonly degree: number
}

/** What is known of a group while its parts are read. */
interface Group {
  loops: boolean
  /** What each alternative begins with; nothing where that can be left out or is a group. */
  firsts: (Letters | undefined)[]
  /** Everything else in it. */
  rest: Letters
  /** Whether the next part is the first of its alternative, and whether the last one was. */
  begins: boolean
  began: boolean
}

type Letters = ReadonlySet<string>

function group(): Group {
  return { loops: false, firsts: [undefined], rest: new Set(), begins: true, began: false }
}

/**
 * Reads no more than the nesting of groups and loops, and which letters stand where. A loop around a
 * group with loops or alternatives is fine where each round begins with a letter that nothing else in
 * it can be: `(/\w+)*` reads a text in one way. It errs on the side of refusing.
 */
function loopsIn(source: string): Loops {
  const stack: Group[] = [group()]
  let closed: Group | undefined
  let nested = false
  const chain = loopChain(source.startsWith('^'))
  const token =
    /\\[pPk][{<][^}>]*[}>]|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<[^>]*>)|[()|]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/gu
  for (const [part] of source.matchAll(token)) {
    const top = stack.at(-1) ?? group()
    chain.next(part, stack.length > 1)
    if (part.startsWith('(')) {
      begin(top, undefined)
      stack.push(group())
    } else if (part === '|') {
      top.firsts.push(undefined)
      top.begins = true
    } else if (part === ')') {
      closed = stack.pop()
      const outer = stack.at(-1)
      if (outer && closed) takeIn(outer, closed)
      continue
    } else if (/^[*+?{]/.test(part) && part !== '{') {
      if (top.began) loosen(top)
      if (repeats(part)) {
        if (closed && !readsOneWay(closed)) nested = true
        top.loops = true
      }
    } else if (!/^(?:[\^$]|\\[bB])$/.test(part)) begin(top, lettersOf(part))
    closed = undefined
  }
  return { nested, degree: chain.degree() }
}

/** Follows loops one after the other: a letter that has to stand between them keeps them apart. */
function loopChain(anchored: boolean) {
  let shared: Letters | undefined = anchored ? undefined : new Set(ALPHABET)
  let count = anchored ? 0 : 1
  let most = 0
  let before: Letters | undefined
  const loop = (letters: Letters): void => {
    const both = new Set([...letters].filter((letter) => shared?.has(letter) ?? true))
    count = both.size > 0 ? count + 1 : 1
    shared = both.size > 0 ? both : letters
    most = Math.max(most, count)
  }
  return {
    next: (part: string, inGroup: boolean): void => {
      const quantifier = /^(?:[*+?]|\{\d)/.test(part)
      if (quantifier && repeats(part)) loop(inGroup || !before ? new Set(ALPHABET) : before)
      else if (!quantifier && before && shared && apart(before, shared)) {
        shared = undefined
        count = 0
      }
      // Another alternative is searched for from every place, whatever the first one begins with.
      if (part === '|' && !inGroup) {
        shared = new Set(ALPHABET)
        count = 1
      }
      const plain = !quantifier && !inGroup && !/^(?:[()|^$]|\(\?.*|\\[bB])$/.test(part)
      before = plain ? lettersOf(part) : undefined
    },
    degree: () => most,
  }
}

function begin(into: Group, letters: Letters | undefined): void {
  into.began = into.begins && letters !== undefined
  if (into.began) into.firsts[into.firsts.length - 1] = letters
  else if (letters) into.rest = new Set([...into.rest, ...letters])
  into.begins = false
}

/** What may be left out or repeated is no beginning. */
function loosen(of: Group): void {
  of.rest = new Set([...of.rest, ...(of.firsts.at(-1) ?? [])])
  of.firsts[of.firsts.length - 1] = undefined
  of.began = false
}

function takeIn(outer: Group, inner: Group): void {
  if (inner.loops) outer.loops = true
  outer.rest = new Set([
    ...outer.rest,
    ...inner.rest,
    ...inner.firsts.flatMap((each) => [...(each ?? [])]),
  ])
  outer.began = false
}

/** Whether a loop around the group can read a text in one way only. */
function readsOneWay({ loops, firsts, rest }: Group): boolean {
  if (!loops && firsts.length === 1) return true
  return firsts.every((first, index) => {
    const others = [...firsts.slice(index + 1), ...(loops ? [rest] : [])]
    return (
      first !== undefined && others.every((other) => other !== undefined && apart(first, other))
    )
  })
}

function apart(left: Letters, right: Letters): boolean {
  return [...left].every((letter) => !right.has(letter))
}

/** All of ASCII, and a few letters that stand for the rest of the world. */
const ALPHABET = [...Array(128).keys()]
  .map((code) => String.fromCharCode(code))
  .concat([...'éßΩя字😀٣\u2028'])

function lettersOf(part: string): Letters {
  if (/^\\[k1-9]/.test(part)) return new Set(ALPHABET)
  const escaped = /^[{}\]/-]$/.test(part) ? `\\${part}` : part
  const flags = compiles(escaped, 'u') ? 'u' : ''
  if (!compiles(`^(?:${escaped})$`, flags)) return new Set(ALPHABET)
  const expression = new RegExp(`^(?:${escaped})$`, flags)
  const found = ALPHABET.filter((letter) => expression.test(letter))
  // A letter outside the sample could be any: the part itself stands for it.
  return new Set(found.length > 0 ? found : [part])
}

/** Without a bound, or with one so large that it makes no difference. */
function repeats(part: string): boolean {
  if (/^[*+]/.test(part) && part.length <= 2) return true
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(part) ?? []
  if (least === undefined) return false
  return (comma !== '' && most === '') || Number(most || least) > 1000
}
