import { memberAt } from '../core/member.js'
import { type Echo, echoed } from './echo.js'
import { fill } from './fill.js'
import { fits } from './pattern.js'
import { type Requirement, refusalOf } from './requirement.js'
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
  /** What is refused although a rule matches, by operation. */
  readonly requires?: Readonly<Record<string, readonly Requirement[]>>
  /** By operation, the input whose response counts as an earlier one for the rules of requests. */
  readonly earlier?: Readonly<Record<string, unknown>>
  /** What a caller can choose to happen, with its description. The modes can be chosen too. */
  readonly outcomes?: Readonly<Record<string, string>>
}

/** A response, or several in sequence, and the inputs that they are for. */
export interface Rule {
  /** Members that an input must have, as in `pattern.ts`. Absent: any input. */
  readonly when?: unknown
  /** The outcome that the caller must have chosen. */
  readonly outcome?: string
  readonly status?: number
  readonly answer?: unknown
  /**
   * An array of `{ status, answer, times }`: one after another for equal inputs, the last one is repeated.
   * `times` repeats one before the next.
   */
  readonly steps?: unknown
  /** How the input filters items of the response. */
  readonly keep?: readonly Filter[]
  /** Responds to each item of an array in the input by rules of its own. */
  readonly each?: { readonly of: string; readonly as: string; readonly rules: readonly Rule[] }
  /** The operation whose steps start over, for what this rule learns. */
  readonly restarts?: string
  /** Only restarts steps of which the last one was sent. */
  readonly ended?: boolean
  /**
   * Members, of the response or else of the input, that other rules can require with `known`. The outcome
   * that the caller has chosen is remembered with them.
   */
  readonly learns?: readonly string[]
  /**
   * Members of the input that must have been learned together. If an outcome was chosen with them, it
   * replaces the first one when rules are matched.
   */
  readonly known?: readonly string[]
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

/** Responds to an input, for a caller who may have chosen an outcome. */
export type Responder = (
  operation: string,
  input: unknown,
  outcome?: string,
) => WorldAnswer | undefined

/** What is remembered of values that were learned together. */
interface Learned {
  readonly outcome: string | undefined
}

/** How often an input was responded to, of how many steps. */
interface Position {
  readonly operation: string
  readonly input: unknown
  readonly count: number
  readonly steps: number
}

/** Returns a function that responds from the world. It remembers the current step for each input. */
export function createResponder(world: World, mode?: string, refuses = true): Responder {
  const learned = new Map<string, Learned>()
  const echoes = Object.values(world.echoes ?? {})
  const insertsOf = (name: string | undefined): Mode['insert'] =>
    name !== undefined && Object.hasOwn(world.modes, name) ? modeOf(world, name) : {}
  const always = modeOf(world, mode)
  const positions = new Map<string, Position>()

  function stepOf(rule: Rule, operation: string, input: unknown): Step {
    if (rule.steps === undefined) return rule
    const steps = [fill(rule.steps, world.parts, input)].flat().flatMap(repeated)
    const key = `${operation} ${keyOf(input)}`
    const count = positions.get(key)?.count ?? 0
    positions.set(key, { operation, input, count: count + 1, steps: steps.length })
    const step = steps[Math.min(count, steps.length - 1)]
    const status = memberAt(step, 'status')
    return {
      ...(typeof status === 'number' ? { status } : {}),
      answer: memberAt(step, 'answer'),
    }
  }

  function restart({ restarts, learns = [], ended }: Rule, values: readonly unknown[]): void {
    for (const [key, { operation, input, count, steps }] of positions) {
      const isOf = learns.every((name, index) => memberAt(input, name) === values[index])
      if (operation === restarts && isOf && !(ended && count < steps)) positions.delete(key)
    }
  }

  /** What was learned of an input, and what rules see of it. */
  function recall(rules: readonly Rule[], input: unknown): { memory?: Learned; seen: unknown } {
    const names = rules.find(({ known }) => known)?.known
    const memory = names && learned.get(memoryOf(valuesOf(names, input)))
    if (!memory) return { seen: input }
    const [first = ''] = names
    return {
      memory,
      seen: { ...Object(input), ...(memory.outcome && { [first]: memory.outcome }) },
    }
  }

  function ruleFor(rules: readonly Rule[], input: unknown, chosen?: string): Rule | undefined {
    const { memory, seen } = recall(rules, input)
    return rules.find(
      ({ when, outcome, known, refuses: isRefusal }) =>
        (when === undefined || fits(fill(when, world.parts), seen)) &&
        (outcome === undefined || outcome === chosen) &&
        (known === undefined || memory !== undefined) &&
        (refuses || !isRefusal),
    )
  }

  function answered(
    rules: readonly Rule[],
    operation: string,
    input: unknown,
    outcome?: string,
  ): Step | undefined {
    const rule = ruleFor(rules, input, outcome)
    if (!rule) return undefined
    if (rule.each) return { answer: answerEach(rule.each, operation, input) }
    const step = stepOf(rule, operation, input)
    const answer = fill(step.answer, world.parts, input)
    const kept = (rule.keep ?? []).reduce((whole, filter) => filtered(whole, filter, input), answer)
    if (!isError(step)) learn(rule, { ...Object(input), ...Object(kept) }, outcome)
    return { ...step, answer: echoed(kept, echoes, input) }
  }

  function learn(rule: Rule, from: unknown, outcome: string | undefined): void {
    const values = valuesOf(rule.learns ?? [], from)
    if (rule.learns) learned.set(memoryOf(values), { outcome })
    if (rule.restarts) restart(rule, values)
  }

  function answerEach(each: NonNullable<Rule['each']>, operation: string, input: unknown): unknown {
    const items = pointed(input, each.of)
    const answers = [items ?? []]
      .flat()
      .map((item) => answered(each.rules, operation, item)?.answer)
    return { [each.as]: answers }
  }

  return (operation, input, outcome) => {
    const rules = rulesOf(world, operation)
    const found = answered(rules, operation, input, outcome)
    if (!found) return undefined
    const { status = 200, answer } = found
    if (isError(found)) return { status, body: answer }
    const requirements = refuses ? (world.requires?.[operation] ?? []) : []
    const refusal = refusalOf(requirements, world.parts, answer, input)
    if (refusal) return { status: refusal.status, body: refusal.answer }
    const chosen = recall(rules, input).memory?.outcome ?? outcome
    const added = [...(always[operation] ?? []), ...(insertsOf(chosen)[operation] ?? [])].reduce(
      (whole, { at, item }) => inserted(whole, at, fill(item, world.parts, input)),
      answer,
    )
    return { status, body: added }
  }
}

/** The responses that a request could have had before, for rules that refer to them. */
export function earlierAnswers(world: World, respond: Responder, input: unknown): object {
  const earlier = Object.entries(world.earlier ?? {}).flatMap(([operation, asked]) => {
    const found = respond(operation, fill(asked, world.parts, input))
    return found && !isError(found) ? [[operation, found.body]] : []
  })
  return Object.fromEntries(earlier)
}

function isError({ status = 200 }: Step): boolean {
  return status >= 300
}

function repeated(step: unknown): unknown[] {
  const times = memberAt(step, 'times')
  return typeof times === 'number' ? Array(times).fill(step) : [step]
}

function valuesOf(names: readonly string[], from: unknown): unknown[] {
  return names.map((name) => memberAt(from, name))
}

function memoryOf(values: readonly unknown[]): string {
  return JSON.stringify(values)
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

/** A key for an input, independent of the order of its members. */
function keyOf(input: unknown): string {
  return JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}
