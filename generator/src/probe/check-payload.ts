import { createCheck } from '../check/check.js'
import type { Finding } from '../check/finding.js'
import { show } from '../check/values.js'
import { isDictionary } from '../model/json.js'
import type { Model } from '../model/model.js'
import { contentKind, isJson, textBodyRule } from '../model/operations/contents.js'
import type { Content, Failure, Operation, Output } from '../model/operations/operation.js'
import type { Rule } from '../model/rules/rule.js'
import type { ReceivedPlace } from '../view/http/received.js'
import { callFindings, formFindings, textFindings } from './arguments/check-arguments.js'
import { queryOf } from './arguments/read-texts.js'
import type { RequestTexts } from './arguments/request-texts.js'
import { OF_PROTOCOL } from './envelope.js'

/** The part of the document that describes a payload. */
export type Subject =
  | { readonly kind: 'schema'; readonly name: string }
  | {
      readonly kind: 'request' | 'query' | 'response' | 'event'
      readonly operation: Operation
    }
  /** The arguments in one place of a request. */
  | {
      readonly kind: 'texts'
      readonly operation: Operation
      readonly place: ReceivedPlace
      readonly texts: RequestTexts
    }
  /** The text of a form, or its parts. */
  | {
      readonly kind: 'form'
      readonly operation: Operation
      readonly content: Content
      readonly sent: string | readonly (readonly [name: string, text: string])[]
    }
  /** A body of one content type: a text, or the value of JSON. */
  | { readonly kind: 'content'; readonly operation: Operation; readonly content: Content }
  | { readonly kind: 'status'; readonly operation: Operation; readonly status: number }
  | { readonly kind: 'error'; readonly operation: Operation }

/** The findings for one payload; `undefined` if the document does not describe it. */
export type Verdict = { readonly findings: readonly Finding[] } | { readonly nothingSaid: string }

const NO_TEXT = 'the document does not say what a text is'

export type CheckPayload = (subject: Subject, value: unknown) => Verdict

export function createPayloadCheck(model: Model): CheckPayload {
  const declared = new Map(model.declarations.map((each) => [each.name, each]))
  const ruleOf = (name: string): Rule | undefined => declared.get(name)?.rule
  const received = createCheck(ruleOf, 'write')
  const sent = createCheck(ruleOf, 'read')

  return (subject, value) => {
    if (subject.kind === 'schema') {
      const { source } = ruleOf(subject.name) ?? {}
      const rule = { reference: subject.name, ...(source ? { source } : {}) }
      return { findings: received(rule, value) }
    }
    const { operation } = subject
    const { binding } = operation
    switch (subject.kind) {
      case 'request':
        if (binding.kind === 'call') {
          return { findings: callFindings(operation, value, sent) }
        }
        return verdictOf(sent, jsonRules([operation.input.body ?? { contents: [] }]), value)
      case 'query':
        if (!isDictionary(value)) return { findings: sent({ types: ['object'] }, value) }
        return { findings: textFindings(operation, 'query', queryOf(value), declared, sent) }
      case 'texts':
        return {
          findings: textFindings(operation, subject.place, subject.texts, declared, sent),
        }
      case 'form':
        return { findings: formFindings(subject.content, subject.sent, declared, sent) }
      case 'content': {
        const { content } = subject
        const rule =
          contentKind(content) === 'text' ? textBodyRule(content, declared) : content.rule
        return rule ? { findings: sent(rule, value) } : { nothingSaid: NO_TEXT }
      }
      case 'response':
        return verdictOf(received, jsonRules(operation.outputs), value)
      case 'status':
        return byStatus(received, operation, subject.status, value)
      case 'error':
        return binding.kind === 'call'
          ? { findings: callError(received, operation, value) }
          : verdictOf(received, jsonRules(operation.failures), value)
      case 'event':
        return verdictOf(received, eventRules(operation), value)
    }
  }
}

type Check = (rule: Rule, value: unknown) => Finding[]

function verdictOf(check: Check, rules: readonly Rule[], value: unknown): Verdict {
  const [rule, ...more] = rules
  if (!rule) return { nothingSaid: 'the document describes no JSON here' }
  const any: Rule = { choices: [{ holds: 'any', members: rules }] }
  return { findings: check(more.length > 0 ? any : rule, value) }
}

function jsonRules(holders: readonly { readonly contents: readonly Content[] }[]): Rule[] {
  return holders.flatMap(({ contents }) => {
    const json = contents.find((each) => isJson(each.mediaType) && !each.stream)
    return json ? [json.rule] : []
  })
}

function eventRules({ extensions: { events } }: Operation): Rule[] {
  return events ? [{ reference: events.notification }] : []
}

/** The described responses for a status: the exact status, then its range (`4XX`), then `default`. */
export function outputsFor(operation: Operation, status: number): (Output | Failure)[] {
  const described = [...operation.outputs, ...operation.failures]
  const hundred = `${Math.floor(status / 100)}XX`
  for (const wanted of [String(status), hundred, 'default']) {
    const found = described.find((each) => each.status?.toUpperCase() === wanted.toUpperCase())
    if (found) return [found]
  }
  return []
}

function byStatus(check: Check, operation: Operation, status: number, value: unknown): Verdict {
  const outputs = outputsFor(operation, status)
  if (outputs.length > 0) return verdictOf(check, jsonRules(outputs), value)
  const described = [...operation.outputs, ...operation.failures].map((each) => each.status)
  const finding: Finding = {
    kind: 'unknown-status',
    degree: 'exact',
    path: [],
    rule: { source: operation.source },
    expected: `status ${[...new Set(described)].join(' or ')}`,
    received: String(status),
    change: { kind: 'response', status: String(status) },
  }
  return { findings: [finding] }
}

function callError(check: Check, operation: Operation, value: unknown): Finding[] {
  const envelope: Rule = { types: ['object'], source: operation.source }
  if (!isDictionary(value)) return check(envelope, value)
  const { code, data } = value
  const { failures } = operation
  const described = failures.filter((each) => each.code === code)
  const rules = jsonRules(described)
  const verdict = data === undefined ? undefined : verdictOf(check, rules, data)
  const inside = verdict && 'findings' in verdict ? verdict.findings : []
  if (typeof code !== 'number' || described.length > 0 || OF_PROTOCOL.has(code)) {
    return inside.map((each) => ({ ...each, path: ['data', ...each.path] }))
  }
  return [
    {
      kind: 'unknown-error',
      // A method without a list of errors says nothing about them.
      degree: failures.length > 0 ? 'exact' : 'new',
      path: ['code'],
      rule: { source: operation.source },
      expected: codesText(failures),
      received: show(code),
      change: { kind: 'error', code },
    },
  ]
}

function codesText(failures: readonly Failure[]): string {
  const codes = [...new Set(failures.flatMap((each) => each.code ?? []))]
  return codes.length > 0
    ? `one of the codes ${codes.join(', ')}`
    : 'a code that the document lists'
}
