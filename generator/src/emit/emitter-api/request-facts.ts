import { pascalCase } from '../../model/names.js'
import {
  contentKind,
  isHead,
  isSentAsGiven,
  sendableContents,
  textBodyRule,
} from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import { formType } from '../../model/operations/text-types.js'
import { isTrivial } from '../../model/rules/facts.js'
import { recordRule } from '../../model/rules/record-rule.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { RECEIVED_PLACES, receivedTypes } from '../../view/http/received.js'
import { placeRules } from '../../view/validate/place-rules.js'
import { memberText, objectText, valueText } from '../typescript/value-text.js'
import type { ValidatedValue } from './rule-validators.js'

interface FactsScope {
  readonly declarations: ReadonlyMap<string, Declaration>
  /** Names a validator; absent if nothing is checked. */
  readonly validator?: ((value: ValidatedValue) => string) | undefined
}

/**
 * The members of `RequestFacts` of the runtime: how the texts of a request are read, and what checks them; for a call,
 * those of `RpcCallFacts`.
 */
export function requestFacts(operation: Operation, scope: FactsScope): string[] {
  if (operation.binding.kind === 'call') return callFacts(operation, scope)
  const types = RECEIVED_PLACES.flatMap((place) => {
    const own = receivedTypes(operation, place, scope.declarations)
    return Object.keys(own).length === 0 ? [] : [memberText(place, valueText(own))]
  })
  const checks = placeChecks(operation, scope)
  const body = bodyFacts(operation, scope)
  const produces = producedBy(operation)
  return [
    ...types,
    ...(checks.length === 0 ? [] : [memberText('checks', objectText(checks))]),
    ...(body === undefined ? [] : [memberText('body', body)]),
    ...(produces.join() === JSON_TYPE ? [] : [memberText('produces', valueText(produces))]),
  ]
}

/** What the runtime assumes where facts say nothing. */
const JSON_TYPE = 'application/json'

/** Whether there is anything to say about the requests of an operation. */
export function hasRequestFacts(operation: Operation): boolean {
  const { parameters, body } = operation.input
  if (operation.binding.kind === 'call') return parameters.length > 0
  return parameters.length > 0 || body !== undefined || producedBy(operation).join() !== JSON_TYPE
}

/** The media types of successful responses; none if one of them has no body, or nothing is described. */
function producedBy(operation: Operation): string[] {
  const good = operation.outputs.filter(({ status = '' }) => status.startsWith('2'))
  if (isHead(operation) || good.some(({ contents }) => contents.length === 0)) return []
  return [...new Set(good.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)))]
}

/** The name of a method, its parameters by position, and a check of those by name, as messages have them. */
function callFacts({ id, name, input }: Operation, { validator }: FactsScope): string[] {
  const fields = input.parameters.map((each) => {
    const isEncoded = each.encoding !== undefined && each.encoding.jsonrpc !== 'json'
    const rule: Rule = isEncoded ? { types: ['string'] } : each.rule
    return { name: each.name, rule, required: each.required }
  })
  const value = { name: `${name}Params`, rule: recordRule(fields), type: 'unknown' } as const
  const check = fields.length === 0 ? undefined : validator?.({ ...value, side: 'sent' })
  return [
    memberText('name', valueText(id)),
    memberText('params', valueText(input.parameters.map((each) => each.name))),
    ...(check === undefined ? [] : [memberText('check', check)]),
  ]
}

/** The check of each place that has parameters. */
function placeChecks(operation: Operation, { validator }: FactsScope): string[] {
  return placeRules(operation).flatMap(({ name: place, rule }) => {
    const name = operation.name + pascalCase(place)
    const check = validator?.({ name, rule, type: 'unknown', side: 'sent' })
    return check === undefined ? [] : [memberText(place, check)]
  })
}

function bodyFacts(
  { name, input: { body } }: Operation,
  { declarations, validator }: FactsScope,
): string | undefined {
  if (!body) return undefined
  const contents = sendableContents(body)
  const checks = contents.flatMap((content) => {
    if (!validator || !isChecked(content, declarations)) return []
    const { mediaType, rule } = content
    const own = validator({ name: `${name}Body`, rule, type: 'unknown', side: 'sent' })
    return [memberText(mediaType, own)]
  })
  const form = contents.find((each) => ['form', 'multipart'].includes(contentKind(each)))
  const type = form && formType(form.shape, declarations)
  const members = [
    ...(body.required ? [memberText('required', 'true')] : []),
    ...(checks.length > 0 ? [memberText('checks', objectText(checks))] : []),
    ...(type ? [memberText('form', valueText(type))] : []),
  ]
  return members.length === 0 ? '{}' : objectText(members)
}

/** Bytes have nothing to check, and neither have other texts, nor what the document does not describe. */
function isChecked(content: Content, declarations: FactsScope['declarations']): boolean {
  const kind = contentKind(content)
  if (isSentAsGiven(content) || content.shape.kind === 'json') return false
  if (kind === 'text') return !isTrivial(textBodyRule(content, declarations) ?? {})
  return kind === 'json' || kind === 'form' || kind === 'multipart'
}
