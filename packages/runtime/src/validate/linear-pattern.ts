/** A regular expression, or an object with the same `test`. */
export interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/** A character set, by its index; a condition; a sequence; alternatives; a repetition. */
export type PatternPart =
  | number
  | '^'
  | '$'
  | '\\b'
  | '\\B'
  | readonly PatternPart[]
  | { readonly either: readonly PatternPart[] }
  | { readonly of: PatternPart; readonly least: number; readonly most?: number }
  | { readonly ahead: number; readonly not?: true }
  | { readonly behind: number; readonly not?: true }

/**
 * A matcher for expressions on which JavaScript's own engine could take hours. It reads a text once and follows
 * all alternatives at the same time (Thompson's construction): the number of steps is at most the length of the
 * text times the size of the expression.
 */
export function linearPattern(
  source: string,
  flags: string,
  letters: readonly string[],
  part: PatternPart,
): Pattern {
  let matcher: Matcher | undefined
  return {
    test: (text) => {
      matcher ??= new Matcher(flags, letters, part)
      return matcher.test(text)
    },
    toString: () => `/${source}/${flags}`,
  }
}

/** The kind of a state; 0 and above are indexes of character sets. */
const CHOICE = -1
const MATCH = -2
const CONDITION = -3

type Condition = Exclude<
  PatternPart,
  | number
  | readonly PatternPart[]
  | { readonly either: readonly PatternPart[] }
  | { readonly of: PatternPart }
>

class Matcher {
  readonly #letters: readonly RegExp[]
  readonly #isUnicode: boolean
  readonly #conditions: readonly Condition[]
  readonly #asks: Int32Array
  readonly #next: Int32Array
  /** The second branch of a choice, or the index of a condition. */
  readonly #other: Int32Array
  readonly #start: number

  constructor(flags: string, letters: readonly string[], part: PatternPart) {
    this.#letters = letters.map((each) => new RegExp(`^(?:${each})$`, flags))
    this.#isUnicode = flags === 'u'
    const states = new States()
    this.#start = states.build(part, 0)
    this.#conditions = [...states.conditions.keys()]
    this.#asks = Int32Array.from(states.asks)
    this.#next = Int32Array.from(states.next)
    this.#other = Int32Array.from(states.other)
  }

  test(text: string): boolean {
    const characters = this.#isUnicode ? [...text] : text.split('')
    const asked = this.#asks
    const following = this.#next
    const others = this.#other
    const size = asked.length
    // When each state was last entered: entering a state twice at one position is redundant.
    const entered = new Int32Array(size).fill(-1)
    const todo = new Int32Array(size * 2 + 1)
    let states = new Int32Array(size)
    let next = new Int32Array(size)
    let count = 0
    for (let position = 0; ; position++) {
      const before = characters[position - 1]
      const fits = this.#letters.map((letter) => before !== undefined && letter.test(before))
      const held: (boolean | undefined)[] = []
      let last = 0
      let waiting = 0
      todo[waiting++] = this.#start
      for (let index = 0; index <= count; index++) {
        // Besides continuing from the current states, a match can also begin here.
        if (index > 0) {
          const state = states[index - 1] as number
          if (!fits[asked[state] as number]) continue
          todo[waiting++] = following[state] as number
        }
        while (waiting > 0) {
          const state = todo[--waiting] as number
          if (entered[state] === position) continue
          entered[state] = position
          const asks = asked[state] as number
          if (asks >= 0) next[last++] = state
          else if (asks === MATCH) return true
          else if (asks === CHOICE) {
            todo[waiting++] = others[state] as number
            todo[waiting++] = following[state] as number
          } else {
            const index = others[state] as number
            held[index] ??= this.#holds(this.#conditions[index], position, characters)
            if (held[index]) todo[waiting++] = following[state] as number
          }
        }
      }
      if (position >= characters.length) return false
      const spare = states
      states = next
      next = spare
      count = last
    }
  }

  #holds(
    condition: Condition | undefined,
    position: number,
    characters: readonly string[],
  ): boolean {
    if (condition === '^') return position === 0
    if (condition === '$') return position === characters.length
    const before = characters[position - 1]
    const after = characters[position]
    if (condition === '\\b') return isWord(before) !== isWord(after)
    if (condition === '\\B') return isWord(before) === isWord(after)
    if (condition === undefined) return false
    const found =
      'ahead' in condition
        ? this.#isLetter(condition.ahead, after)
        : this.#isLetter(condition.behind, before)
    return found !== (condition.not === true)
  }

  #isLetter(letter: number, character: string | undefined): boolean {
    return character !== undefined && this.#letters[letter]?.test(character) === true
  }
}

/** An expression with every repetition expanded, as parallel arrays of states. */
class States {
  readonly asks: number[] = [MATCH]
  readonly next: number[] = [0]
  readonly other: number[] = [0]
  /** The distinct conditions, with their index. */
  readonly conditions: Map<Condition, number> = new Map()

  /** Adds the states of a part that continues with `next`; returns its first state. */
  build(part: PatternPart, next: number): number {
    if (typeof part === 'number') return this.#add(part, next, 0)
    if (typeof part === 'string' || 'ahead' in part || 'behind' in part)
      return this.#add(CONDITION, next, this.#conditionIndex(part))
    if (isSequence(part))
      return part.reduceRight<number>((after, each) => this.build(each, after), next)
    if ('either' in part) {
      const ways = part.either.map((each) => this.build(each, next))
      return ways.reduceRight((second, first) => this.#add(CHOICE, first, second))
    }
    let from = next
    if (part.most === undefined) {
      from = this.#add(CHOICE, next, next)
      this.next[from] = this.build(part.of, from)
    } else {
      for (let count = part.least; count < part.most; count++)
        from = this.#add(CHOICE, this.build(part.of, from), next)
    }
    for (let count = 0; count < part.least; count++) from = this.build(part.of, from)
    return from
  }

  #conditionIndex(condition: Condition): number {
    const index = this.conditions.get(condition) ?? this.conditions.size
    this.conditions.set(condition, index)
    return index
  }

  #add(asks: number, next: number, other: number): number {
    this.next.push(next)
    this.other.push(other)
    return this.asks.push(asks) - 1
  }
}

/** `Array.isArray` does not narrow to read-only arrays. */
function isSequence(part: PatternPart): part is readonly PatternPart[] {
  return Array.isArray(part)
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}
