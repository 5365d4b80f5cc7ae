import { createCheck } from '../../check/check.js'
import { isWrong } from '../../check/finding.js'
import { endsInTime, type Sample, type SampleSource, sample } from '../../check/samples.js'
import type { Model } from '../../model/model.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import type { HttpMethod } from '../../view/http/methods.js'
import { dataOf, type Value } from '../../view/value.js'
import { drawnResponse, type SampledAnswer } from './drawn-response.js'
import { requiredInput } from './required-input.js'
import { createSurelyValid } from './surely-valid/surely-valid.js'

/** Data for what has no example in the document: one place draws it for mocks, pages and READMEs. */
export interface Samples {
  /** The rules and examples that data is made from. */
  readonly source: SampleSource
  /** How the response of a method is drawn, if it is JSON or text, or an item of its stream. */
  readonly answer: (method: HttpMethod) => SampledAnswer | undefined
  /** A value of a declaration, as it is received. */
  readonly declared: (name: string) => Sample | undefined
  /** The same of one kind of a tagged union. */
  readonly kind: (name: string, tag: string) => Sample | undefined
  /**
   * The input of a call: the example in the document, or what the call requires. `undefined` if that is nothing, or if
   * it cannot be written as JSON.
   */
  readonly input: (operation: Operation) => unknown
}

/** Each emitter asks, and the answers are the same. */
const known = new WeakMap<Model, Samples>()

export function samplesOf(model: Model): Samples {
  const found = known.get(model) ?? createSamples(model)
  known.set(model, found)
  return found
}

/** The input of a call, as it is printed. */
export function exampleInput(model: Model, operation: Operation): Value | undefined {
  const given = samplesOf(model).input(operation)
  return given === undefined ? undefined : dataOf(given)
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

  const isSurelyValid = createSurelyValid(ruleOf, (rule) =>
    SEEDS.every((seed) => {
      const found = sample(rule, source, { name: rule.reference, seed })
      return found?.attempt === 0 && isExact(rule, found.value)
    }),
  )

  /** The try for a value that holds strictly; for a schema that contradicts itself, for one that clients accept. */
  function attemptFor(rule: Rule, name: string): number | undefined {
    if (endsInTime(rule, source) && isSurelyValid(rule)) return 0
    let tolerable: number | undefined
    let found = sample(rule, source, { name })
    while (found) {
      const { value, attempt } = found
      const findings = check(rule, value)
      if (findings.length === 0) return attempt
      if (!findings.some(isWrong)) tolerable ??= attempt
      found = sample(rule, source, { name, attempt: attempt + 1 })
    }
    return tolerable
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
    answer: (method) => {
      const drawn = drawnResponse(method)
      if (!drawn) return undefined
      const { rule, stream } = drawn
      // Each event in turn.
      const rules = (stream === 'json-events' && rule.choices?.[0]?.members) || [rule]
      const attempts = rules.flatMap((each) => attemptOf(each, method.name) ?? [])
      return attempts.length === rules.length
        ? { ...drawn, attempt: Math.max(...attempts) }
        : undefined
    },
    declared: (name) => {
      const rule = ruleOf(name)
      const attempt = rule && attemptOf(rule, name)
      return rule && attempt !== undefined ? sample(rule, source, { name, attempt }) : undefined
    },
    kind: (name, tag) => {
      const rule = kindRule(ruleOf(name), tag)
      const accepts = (value: unknown): boolean => rule !== undefined && isTolerable(rule, value)
      return rule && sample(rule, source, { name, accepts })
    },
    input: (operation) => {
      const example = operation.example?.request
      if (example !== undefined && inputForm(operation).form === 'body') return example
      return requiredInput(operation, source, ruleOf)
    },
  }
}

/** The rule of a tagged union with one of its kinds only. */
function kindRule(rule: Rule | undefined, tag: string): Rule | undefined {
  let isFound = false
  const choices = rule?.choices?.map((union): UnionRule => {
    const { members, tagging } = union
    const one = tagging?.tags.find((each) => each.tag === tag)
    const member = one && members[one.member]
    if (!tagging || !member) return union
    isFound = true
    return { ...union, members: [member], tagging: { ...tagging, tags: [{ ...one, member: 0 }] } }
  })
  return rule && choices && isFound ? { ...rule, choices } : undefined
}
