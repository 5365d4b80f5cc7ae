import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { PatternPart } from '../../model/rules/rule.js'
import {
  type CharacterSet,
  charactersLike,
  complement,
  DIGITS,
  LINE_ENDS,
  SPACES,
  union,
  WORD,
} from './character-set.js'

/** A regular expression in the strict sense: no back references, no long lookaround. */
export interface ReadPattern {
  readonly part: PatternPart
  /** The character sets that the indices in the parts refer to. */
  readonly letters: readonly Letter[]
}

interface Letter {
  readonly source: string
  readonly set: CharacterSet
}

/** Thrown for syntax that is supported by neither the path count nor the linear matcher. */
export class UnknownPart extends Error {}

export function readPattern(source: string, flags: 'u' | ''): ReadPattern {
  const parser = new RegExpParser()
  const letters = new LetterTable(flags)
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags === 'u' })
  return { part: alternatives(pattern.alternatives, letters), letters: letters.all }
}

/** Stores each character set once, however often it occurs in the expression. */
class LetterTable {
  readonly all: Letter[] = []
  readonly #flags: string
  readonly #indices = new Map<string, number>()

  constructor(flags: string) {
    this.#flags = flags
  }

  index(element: SingleCharacter): number {
    const { raw } = element
    const known = this.#indices.get(raw)
    if (known !== undefined) return known
    this.#indices.set(raw, this.all.length)
    return this.all.push({ source: sourceOf(element, this.#flags), set: setOf(element) }) - 1
  }
}

/**
 * The source as in the document, unless it would be invalid elsewhere, such as half of a surrogate
 * pair.
 */
function sourceOf(element: SingleCharacter, flags: string): string {
  if (element.type !== 'Character') return element.raw
  const { raw, value } = element
  try {
    const alone = new RegExp(`^(?:${raw})$`, flags)
    if (value < 0x80 && alone.test(String.fromCodePoint(value))) return raw
  } catch {
    // A single backslash, for example, is invalid.
  }
  const hex = value.toString(16)
  return value > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

type SingleCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass

function alternatives(all: readonly AST.Alternative[], letters: LetterTable): PatternPart {
  const parts = all.map((each) => sequence(each.elements, letters))
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { either: parts }
}

function sequence(elements: readonly AST.Element[], letters: LetterTable): PatternPart {
  const parts = elements.map((each) => partOf(each, letters))
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : parts
}

function partOf(element: AST.Element, letters: LetterTable): PatternPart {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return letters.index(element)
    case 'Group':
      if (element.modifiers) throw new UnknownPart('it changes flags for a group')
      return alternatives(element.alternatives, letters)
    case 'CapturingGroup':
      return alternatives(element.alternatives, letters)
    case 'Quantifier': {
      const { min, max } = element
      const of = partOf(element.element, letters)
      return max === Number.POSITIVE_INFINITY ? { of, least: min } : { of, least: min, most: max }
    }
    case 'Assertion':
      return assertion(element, letters)
    case 'Backreference':
      throw new UnknownPart('it refers back to a group')
    default:
      throw new UnknownPart('it has sets of the `v` flag')
  }
}

function assertion(element: AST.Assertion, letters: LetterTable): PatternPart {
  switch (element.kind) {
    case 'start':
      return '^'
    case 'end':
      return '$'
    case 'word':
      return element.negate ? '\\B' : '\\b'
    default: {
      const only = singleCharacter(element.alternatives)
      if (!only)
        throw new UnknownPart(`it looks ${directionOf(element)} by more than one character`)
      const letter = letters.index(only)
      const part = element.kind === 'lookahead' ? { ahead: letter } : { behind: letter }
      return element.negate ? { ...part, not: true } : part
    }
  }
}

function directionOf({ kind }: AST.LookaroundAssertion): string {
  return kind === 'lookahead' ? 'ahead' : 'behind'
}

function singleCharacter(all: readonly AST.Alternative[]): SingleCharacter | undefined {
  const [element, ...more] = all.length === 1 ? (all[0]?.elements ?? []) : []
  if (!element || more.length > 0) return undefined
  const { type } = element
  return type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass'
    ? element
    : undefined
}

function setOf(element: SingleCharacter): CharacterSet {
  switch (element.type) {
    case 'Character':
      return [[element.value, element.value]]
    case 'CharacterSet':
      return escapedSet(element)
    default: {
      if (element.unicodeSets) throw new UnknownPart('it has sets of the `v` flag')
      const all = union(...element.elements.map(memberSet))
      return element.negate ? complement(all) : all
    }
  }
}

function memberSet(element: AST.ClassRangesCharacterClassElement): CharacterSet {
  if (element.type === 'CharacterClassRange') return [[element.min.value, element.max.value]]
  return element.type === 'Character' ? setOf(element) : escapedSet(element)
}

const ESCAPES = { digit: DIGITS, space: SPACES, word: WORD } as const

const known = new Map<string, CharacterSet>()

function escapedSet(element: AST.CharacterSet): CharacterSet {
  if (element.kind === 'any') return complement(LINE_ENDS)
  if (element.kind !== 'property') {
    const set = ESCAPES[element.kind]
    return element.negate ? complement(set) : set
  }
  const set = known.get(element.raw) ?? charactersLike(element.raw)
  known.set(element.raw, set)
  return set
}
