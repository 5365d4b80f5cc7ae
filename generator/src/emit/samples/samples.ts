import {
  endsInTime,
  type Sample,
  type SampleRule,
  type SampleSource,
  sample,
} from '@tagwire/runtime/sample'
import { createCheck } from '../../check/check.js'
import { isWrong } from '../../check/finding.js'
import type { Model } from '../../model/model.js'
import { answerOf, contentKind, isHead } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Rule } from '../../model/rules/rule.js'
import { createSteady } from './steady.js'

/** Data for what has no example in the document: one place draws it for mocks, pages and READMEs. */
export interface Samples {
  /** The rules and examples that data is made from. */
  readonly source: SampleSource
  /** How the response of an operation is drawn, if it is JSON. */
  readonly answer: (operation: Operation) => SampledAnswer | undefined
  /** A value of a declaration, as it is received. */
  readonly declared: (name: string) => Sample | undefined
}

export interface SampledAnswer {
  readonly rule: Rule
  /** The try whose values are valid. */
  readonly attempt: number
}

/** Each emitter asks, and the answers are the same. */
const known = new WeakMap<Model, Samples>()

export function samplesOf(model: Model): Samples {
  const found = known.get(model) ?? createSamples(model)
  known.set(model, found)
  return found
}

/** Other seeds than the first: what is valid for all of them is valid for most. */
const SEEDS = [2, 3]

function createSamples(model: Model): Samples {
  const rules = Object.fromEntries(model.declarations.map(({ name, rule }) => [name, rule]))
  const ruleOf = (name: string): Rule | undefined =>
    Object.hasOwn(rules, name) ? rules[name] : undefined
  const check = createCheck(ruleOf, 'write')
  const isExact = (rule: Rule, value: unknown): boolean => check(rule, value).length === 0
  const isTolerable = (rule: Rule, value: unknown): boolean => !check(rule, value).some(isWrong)
  const examples = Object.fromEntries(
    model.declarations.flatMap(({ name, rule, examples: [first] = [] }) =>
      first !== undefined && isExact(rule, first) ? [[name, first] as const] : [],
    ),
  )
  const source: SampleSource = { rules, examples }

  /** Whether a try gives values that are accepted, and that for several seeds. */
  const isValid = (rule: Rule, name: string, attempt: number, accepts: typeof isExact): boolean =>
    SEEDS.every((seed) => {
      const other = sample(rule, source, { name, attempt, seed })
      return other?.attempt === attempt && accepts(rule, other.value)
    })

  const isSteady = createSteady(ruleOf, (rule) => {
    const first = sample(rule, source, { name: rule.reference })
    return first?.attempt === 0 && isExact(rule, first.value) && isValid(rule, '', 0, isExact)
  })

  /** The try for a value that holds strictly; for a schema that contradicts itself, for one that clients accept. */
  function attemptFor(rule: Rule, name: string): number | undefined {
    if (endsInTime(rule, source) && isSteady(rule)) return 0
    for (const accepts of [isExact, isTolerable]) {
      let first: number | undefined
      for (let attempt = 0; ; attempt++) {
        const found = sample(rule, source, {
          name,
          attempt,
          accepts: (value) => accepts(rule, value),
        })
        if (!found) break
        attempt = found.attempt
        first ??= attempt
        if (isValid(rule, name, attempt, accepts)) return attempt
      }
      if (first !== undefined) return first
    }
    return undefined
  }

  const memory = new Map<unknown, number | undefined>()
  const attemptOf = (rule: Rule, name: string): number | undefined => {
    // Many operations answer with the same type; what is drawn for one holds for all of them.
    const { reference, source: _, ...others } = rule
    const key = reference !== undefined && Object.keys(others).length === 0 ? reference : rule
    if (!memory.has(key)) memory.set(key, attemptFor(rule, name))
    return memory.get(key)
  }

  return {
    source,
    answer: (operation) => {
      const rule = responseRule(operation)
      const attempt = rule && attemptOf(rule, operation.name)
      return rule && attempt !== undefined ? { rule, attempt } : undefined
    },
    declared: (name) => {
      const rule = ruleOf(name)
      const attempt = rule && attemptOf(rule, name)
      return rule && attempt !== undefined ? sample(rule, source, { name, attempt }) : undefined
    },
  }
}

/** The rule of the response, if a call returns one JSON value. */
function responseRule(operation: Operation): Rule | undefined {
  if (isHead(operation)) return undefined
  const [content] = answerOf(operation).contents
  return content && contentKind(content) === 'json' && !content.stream ? content.rule : undefined
}

/** A rule as data for the runtime: only what values are made from. */
export function sampleRuleOf(rule: SampleRule): SampleRule {
  return JSON.parse(
    JSON.stringify(rule, (key, value: unknown) => {
      if (key === 'source' && typeof value === 'object') return undefined
      // The runtime only has to know that there is one.
      if (key === 'program') return true
      const isEmpty = value === false || (Array.isArray(value) && value.length === 0)
      return isEmpty && USUALLY_EMPTY.has(key) ? undefined : value
    }),
  )
}

const USUALLY_EMPTY = new Set(['required', 'patterns', 'dependents', 'dependentRules'])
