import { createCheck } from '../../check/check.js'
import { isWrong } from '../../check/finding.js'
import { type SampleSource, sample } from '../../check/samples.js'
import { argumentNames } from '../../model/operations/arguments.js'
import { contentKind, sentContent } from '../../model/operations/contents.js'
import { argumentForm } from '../../model/operations/encodings.js'
import { inputRule } from '../../model/operations/input-rules.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Rule, RuleOf } from '../../model/rules/rule.js'

/** The arguments that a call requires, as callers pass them. */
export function requiredInput(operation: Operation, source: SampleSource, ruleOf: RuleOf): unknown {
  const form = inputForm(operation)
  const { body, parameters } = operation.input
  const content = body && sentContent(body)
  // Bodies that are texts are left out.
  const rule = inputRule(operation, new Map())
  if (form.form === 'none' || !form.required || !rule) return undefined
  if (body?.required && (!content || contentKind(content) !== 'json')) return undefined
  const check = createCheck(ruleOf, 'read')
  const isGood = (rule: Rule, value: unknown): boolean => !check(rule, value).some(isWrong)
  const made = sample(rule, source, {
    fields: 'required',
    leavesOut: 'read',
    accepts: (value) => isGood(rule, value),
  })
  if (form.form === 'body' || !made) return made?.value
  const shown = new Map(Object.entries(Object(operation.example?.request)))
  const names = argumentNames(operation.input)
  const given = new Map(Object.entries(Object(made.value)))
  for (const each of parameters) {
    const name = names.get(each) ?? each.name
    if (!given.has(name)) continue
    // The document has bytes as they are on the wire.
    if (argumentForm(each.encoding) === 'bytes') {
      given.set(name, sample(BYTES, source, { name })?.value)
      continue
    }
    const examples = [form.form === 'params' ? shown.get(name) : undefined, each.examples?.[0]]
    const example = examples.find((one) => one !== undefined && isGood(each.rule, one))
    if (example !== undefined) given.set(name, example)
  }
  return Object.fromEntries(given)
}

/** Bytes as text, as methods of JSON-RPC take them. */
const BYTES: Rule = { types: ['string'], text: { format: 'hex-bytes' } }
