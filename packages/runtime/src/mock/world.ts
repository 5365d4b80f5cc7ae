import { memberAt } from '../core/member.js'
import { type Echo, echoed } from './echo.js'
import { fill } from './fill.js'
import { type Filter, filtered, inserted, pointed } from './tree.js'

/** `x-tagwire-world` of a document: answers that fit together, as data. */
export interface World {
  /** Data that answers refer to with `$ref`. */
  readonly parts: Readonly<Record<string, unknown>>
  /** Rules by operation. The first one that fits answers. */
  readonly answers: Readonly<Record<string, readonly Rule[]>>
  readonly modes: Readonly<Record<string, Mode>>
  /** Texts that stand for the caller's own, by any name. */
  readonly echoes?: Readonly<Record<string, Echo>>
}

/** One answer, or several that follow each other, and the inputs that they are for. */
export interface Rule {
  /** The members that an input has to have; `*` is any value, `-*` a text that begins so. Left out, every input fits. */
  readonly when?: unknown
  readonly status?: number
  readonly answer?: unknown
  /** A list of `{ status, answer }`: one after the other for equal inputs, the last one stays. */
  readonly steps?: unknown
  /** Items of the answer that an input leaves out. */
  readonly keep?: readonly Filter[]
  /** Answers each item of a list of the input by rules of its own. */
  readonly each?: { readonly of: string; readonly as: string; readonly rules: readonly Rule[] }
  /** The operation whose steps begin anew. */
  readonly restarts?: string
  /** A member of the answer that other rules know from then on. */
  readonly learns?: string
  /** A member of the input that has to be known from another answer. */
  readonly known?: string
  /** What the service says to inputs that no other rule is for. */
  readonly refuses?: boolean
}

interface Step {
  readonly status?: number
  readonly answer?: unknown
}

/** A change to answers that is made on demand. */
interface Mode {
  readonly description: string
  /** What is added to lists of an operation's answer. */
  readonly insert: Readonly<
    Record<string, readonly { readonly at: string; readonly item: unknown }[]>
  >
}

/** What a world says to one call. */
export interface WorldAnswer {
  readonly status: number
  readonly body: unknown
}

export type Inhabited = (operation: string, input: unknown) => WorldAnswer | undefined

/** Lets a world answer. It remembers how far the steps for each input have come. */
export function inhabit(world: World, mode?: string, refuses = true): Inhabited {
  const learned = new Set<unknown>()
  const echoes = Object.values(world.echoes ?? {})
  const insert = modeOf(world, mode)
  const positions = new Map<string, number>()

  function stepOf(rule: Rule, operation: string, input: unknown): Step {
    if (rule.steps === undefined) return rule
    const steps = [fill(rule.steps, world.parts, input)].flat()
    const key = `${operation} ${keyOf(input)}`
    const position = positions.get(key) ?? 0
    positions.set(key, position + 1)
    const step = steps[Math.min(position, steps.length - 1)]
    const status = memberAt(step, 'status')
    return {
      ...(typeof status === 'number' ? { status } : {}),
      answer: memberAt(step, 'answer'),
    }
  }

  function restart(operation: string): void {
    for (const key of positions.keys()) {
      if (key.startsWith(`${operation} `)) positions.delete(key)
    }
  }

  function answered(rules: readonly Rule[], operation: string, input: unknown): Step | undefined {
    const rule = rules.find(
      ({ when, known, refuses: isRefusal }) =>
        (when === undefined || fits(fill(when, world.parts), input)) &&
        (known === undefined || learned.has(memberAt(input, known))) &&
        (refuses || !isRefusal),
    )
    if (!rule) return undefined
    if (rule.restarts) restart(rule.restarts)
    if (rule.each) return { answer: answerEach(rule.each, operation, input) }
    const step = stepOf(rule, operation, input)
    const answer = fill(step.answer, world.parts, input)
    const kept = (rule.keep ?? []).reduce((whole, filter) => filtered(whole, filter, input), answer)
    if (rule.learns) learned.add(memberAt(kept, rule.learns))
    return { ...step, answer: echoed(kept, echoes, input) }
  }

  function answerEach(each: NonNullable<Rule['each']>, operation: string, input: unknown): unknown {
    const items = pointed(input, each.of)
    const answers = [items ?? []]
      .flat()
      .map((item) => answered(each.rules, operation, item)?.answer)
    return { [each.as]: answers }
  }

  return (operation, input) => {
    const found = answered(rulesOf(world, operation), operation, input)
    if (!found) return undefined
    const { status = 200, answer } = found
    if (status >= 300) return { status, body: answer }
    const added = (insert[operation] ?? []).reduce(
      (whole, { at, item }) => inserted(whole, at, fill(item, world.parts, input)),
      answer,
    )
    return { status, body: added }
  }
}

function modeOf({ modes }: World, mode: string | undefined): Mode['insert'] {
  if (mode === undefined) return {}
  if (!Object.hasOwn(modes, mode) || !modes[mode]) {
    throw noMode(mode, Object.keys(modes))
  }
  return modes[mode].insert
}

export function noMode(mode: string, modes: readonly string[]): TypeError {
  return new TypeError(`no mode ${mode}; there are: ${modes.join(', ')}`)
}

function rulesOf({ answers }: World, operation: string): readonly Rule[] {
  return Object.hasOwn(answers, operation) ? (answers[operation] ?? []) : []
}

/** Whether a value has everything that a pattern names. */
function fits(pattern: unknown, value: unknown): boolean {
  if (pattern === '*') return value !== undefined
  if (typeof pattern === 'string' && pattern.endsWith('*')) {
    return typeof value === 'string' && value.startsWith(pattern.slice(0, -1))
  }
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(value) &&
      value.length === pattern.length &&
      pattern.every((each, index) => fits(each, value[index]))
    )
  }
  if (typeof pattern !== 'object' || pattern === null) return pattern === value
  return Object.entries(pattern).every(([key, each]) => fits(each, memberAt(value, key)))
}

/** The order of members means nothing. */
function keyOf(input: unknown): string {
  return JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}
