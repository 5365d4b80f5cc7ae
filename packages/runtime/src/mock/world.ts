import { memberAt } from '../core/member.js'
import { type Echo, echoed } from './echo.js'
import { fill } from './fill.js'
import { type Filter, filtered, inserted, pointed } from './tree.js'

/** `x-tagwire-world` of a document: consistent responses, as data. */
export interface World {
  /** Data that responses refer to with `$ref`. */
  readonly parts: Readonly<Record<string, unknown>>
  /** Rules by operation. The first that matches responds. */
  readonly answers: Readonly<Record<string, readonly Rule[]>>
  readonly modes: Readonly<Record<string, Mode>>
  /** Placeholders for the caller's own texts, by any name. */
  readonly echoes?: Readonly<Record<string, Echo>>
}

/** A response, or several in sequence, and the inputs that they are for. */
export interface Rule {
  /** Members that an input must have; `*` is any value, `-*` any text with that prefix. Absent: any input. */
  readonly when?: unknown
  readonly status?: number
  readonly answer?: unknown
  /** An array of `{ status, answer }`: one after another for equal inputs, the last one is repeated. */
  readonly steps?: unknown
  /** How the input filters items of the response. */
  readonly keep?: readonly Filter[]
  /** Responds to each item of an array in the input by rules of its own. */
  readonly each?: { readonly of: string; readonly as: string; readonly rules: readonly Rule[] }
  /** The operation whose steps start over. */
  readonly restarts?: string
  /** A member of the response that other rules can require with `known`. */
  readonly learns?: string
  /** A member of the input whose value must come from an earlier response. */
  readonly known?: string
  /** Marks the service's response to inputs that no other rule matches. */
  readonly refuses?: boolean
}

interface Step {
  readonly status?: number
  readonly answer?: unknown
}

/** A change to responses that is made on demand. */
interface Mode {
  readonly description: string
  /** Items that are added to arrays in an operation's response. */
  readonly insert: Readonly<
    Record<string, readonly { readonly at: string; readonly item: unknown }[]>
  >
}

/** The response of a world to one call. */
export interface WorldAnswer {
  readonly status: number
  readonly body: unknown
}

export type Responder = (operation: string, input: unknown) => WorldAnswer | undefined

/** Returns a function that responds from the world. It remembers the current step for each input. */
export function createResponder(world: World, mode?: string, refuses = true): Responder {
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

/** Whether a value has every member of a pattern. */
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

/** A key for an input, independent of the order of its members. */
function keyOf(input: unknown): string {
  return JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}
