import type { PatternPart } from '../../model/rules/rule.js'

/** A state of an expression, with everything that can follow it. */
export type State =
  | { readonly kind: 'letter'; readonly letter: number; readonly next: number }
  | { readonly kind: 'start' | 'condition'; readonly next: number }
  | Choice
  | { readonly kind: 'match' }

/** Not readonly: the target of a loop is set after its creation. */
interface Choice {
  readonly kind: 'choice'
  next: readonly number[]
}

export interface Automaton {
  readonly states: readonly State[]
  readonly start: number
  /**
   * Whether there is a loop around an expression that can match nothing, and so could repeat
   * forever.
   */
  readonly hasEmptyLoop: boolean
  /** The length of the longest match; often infinite. */
  readonly longest: number
}

/** Expands every repetition; `undefined` if that needs more states than `most`. */
export function automatonOf(part: PatternPart, most: number): Automaton | undefined {
  if (sizeOf(part) >= most) return undefined
  const builder = new Builder()
  const start = builder.add(part, builder.push({ kind: 'match' }))
  const longest = beginsAtStart(part) ? longestOf(part) : Number.POSITIVE_INFINITY
  return { states: builder.states, start, hasEmptyLoop: builder.hasEmptyLoop, longest }
}

class Builder {
  readonly states: State[] = []
  hasEmptyLoop = false

  push(state: State): number {
    return this.states.push(state) - 1
  }

  /** Adds the states of a part that continues with `next`; returns its first state. */
  add(part: PatternPart, next: number): number {
    if (typeof part === 'number') return this.push({ kind: 'letter', letter: part, next })
    if (part === '^') return this.push({ kind: 'start', next })
    if (typeof part === 'string') return this.push({ kind: 'condition', next })
    if (isSequence(part))
      return part.reduceRight<number>((after, each) => this.add(each, after), next)
    if ('either' in part) {
      return this.push({ kind: 'choice', next: part.either.map((each) => this.add(each, next)) })
    }
    return 'of' in part ? this.repeat(part, next) : this.push({ kind: 'condition', next })
  }

  private repeat({ of, least, most }: Repetition, next: number): number {
    let from = next
    if (most === undefined) {
      const loop: Choice = { kind: 'choice', next: [next] }
      from = this.push(loop)
      loop.next = [this.add(of, from), next]
      if (canBeEmpty(of)) this.hasEmptyLoop = true
    } else {
      for (let count = least; count < most; count++) {
        from = this.push({ kind: 'choice', next: [this.add(of, from), next] })
      }
    }
    for (let count = 0; count < least; count++) from = this.add(of, from)
    return from
  }
}

type Repetition = Extract<PatternPart, { readonly of: PatternPart }>

function isSequence(part: PatternPart): part is readonly PatternPart[] {
  return Array.isArray(part)
}

/** The number of states of a part, without creating them. */
function sizeOf(part: PatternPart): number {
  if (typeof part !== 'object') return 1
  if (isSequence(part)) return part.reduce<number>((sum, each) => sum + sizeOf(each), 0)
  if ('either' in part) return part.either.reduce<number>((sum, each) => sum + sizeOf(each), 1)
  if (!('of' in part)) return 1
  const { of, least, most } = part
  const inner = Math.max(sizeOf(of), 1)
  return most === undefined ? (least + 1) * inner + 1 : most * inner + (most - least)
}

function canBeEmpty(part: PatternPart): boolean {
  if (typeof part === 'number') return false
  if (typeof part === 'string') return true
  if (isSequence(part)) return part.every(canBeEmpty)
  if ('either' in part) return part.either.some(canBeEmpty)
  return 'of' in part ? part.least === 0 || canBeEmpty(part.of) : true
}

/** The most characters that a part can match. */
function longestOf(part: PatternPart): number {
  if (typeof part === 'number') return 1
  if (typeof part === 'string') return 0
  if (isSequence(part)) return part.reduce<number>((sum, each) => sum + longestOf(each), 0)
  if ('either' in part)
    return part.either.reduce<number>((most, each) => Math.max(most, longestOf(each)), 0)
  if (!('of' in part)) return 0
  const inner = longestOf(part.of)
  return inner === 0 ? 0 : inner * (part.most ?? Number.POSITIVE_INFINITY)
}

function beginsAtStart(part: PatternPart): boolean {
  if (typeof part !== 'object') return part === '^'
  if (isSequence(part)) return part[0] !== undefined && beginsAtStart(part[0])
  return 'either' in part && part.either.every(beginsAtStart)
}
