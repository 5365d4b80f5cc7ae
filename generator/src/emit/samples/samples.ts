import { endsInTime, type Sample, type SampleSource, sample } from '@tagwire/runtime/sample'
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

/** What is valid for all of them is valid for most. */
const SEEDS = [1, 2, 3]

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

  const isSteady = createSteady(ruleOf, (rule) =>
    SEEDS.every((seed) => {
      const found = sample(rule, source, { name: rule.reference, seed })
      return found?.attempt === 0 && isExact(rule, found.value)
    }),
  )

  /** The try for a value that holds strictly; for a schema that contradicts itself, for one that clients accept. */
  function attemptFor(rule: Rule, name: string): number | undefined {
    if (endsInTime(rule, source) && isSteady(rule)) return 0
    for (const isValid of [isExact, isTolerable]) {
      const found = sample(rule, source, { name, accepts: (value) => isValid(rule, value) })
      if (found) return found.attempt
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
