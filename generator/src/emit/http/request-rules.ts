import { inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from '../package-view.js'
import { inputText } from '../types/inputs.js'
import { outputText, shapeText } from '../types/outputs.js'
import { docBlock } from '../typescript/doc.js'
import { objectKey } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { type RequestRuleWord, readRequestRules } from '../words.js'

const HTTP = '@tagwire/runtime/http'

/** Rules of requests that their schemas cannot say, for who wants to know before sending. */
export function emitRequestRules(view: PackageView): EmittedFile | undefined {
  const ruled = view.model.operations.flatMap((operation) => {
    const rules = readRequestRules(operation.words)
    return rules.length > 0 ? [{ operation, rules }] : []
  })
  if (ruled.length === 0) return undefined
  const scope = moduleScope(view, 'rules')
  const blocks = [
    rulesBlock(scope, ruled),
    ...typeBlocks(view, scope, ruled),
    checkBlock(scope, ruled),
  ]
  return { path: 'src/rules.ts', text: moduleText(view, scope, blocks) }
}

interface Ruled {
  readonly operation: Operation
  readonly rules: readonly RequestRuleWord[]
}

function rulesBlock(scope: ModuleScope, ruled: readonly Ruled[]): string {
  const rule = scope.imports.type('RequestRule', HTTP)
  const value: Value = Object.fromEntries(
    ruled.map(({ operation, rules }) => [
      operation.name,
      rules.map((each): Value => ({ ...each })),
    ]),
  )
  const head = `const rules: Readonly<Record<keyof CheckedRequests, readonly ${rule}[]>> = `
  return `${head}${valueText(value, 0, head.length)}\n`
}

function typeBlocks(view: PackageView, scope: ModuleScope, ruled: readonly Ruled[]): string[] {
  const member = (name: string, type: string, mark = ''): string =>
    `  readonly ${objectKey(name)}${mark}: ${type}${mark && ' | undefined'}\n`
  const input = (operation: Operation): string => inputText(scope, inputForm(operation), shapeText)
  const { answers, requests } = earlierNames(ruled)
  const earlier = (names: ReadonlySet<string>): Operation[] =>
    view.model.operations.filter(({ name }) => names.has(name))
  const blocks = [
    interfaceText(
      'CheckedRequests',
      'The requests that have rules beside their schemas.',
      ruled.map(({ operation }) => member(operation.name, input(operation))),
    ),
    interfaceText(
      'EarlierAnswers',
      'Answers that a request has to fit. What is not given is not asked for.',
      earlier(answers).map((each) => member(each.name, outputText(scope, each), '?')),
    ),
  ]
  if (requests.size === 0) return blocks
  const text = 'Requests that a later one has to fit. What is not given is not asked for.'
  const members = earlier(requests).map((each) => member(each.name, input(each), '?'))
  return [...blocks, interfaceText('EarlierRequests', text, members)]
}

function interfaceText(name: string, text: string, members: readonly string[]): string {
  return `${docBlock({ text })}export interface ${name} {\n${members.join('')}}\n`
}

/** The operations whose earlier answers and requests the rules look at. */
function earlierNames(ruled: readonly Ruled[]): {
  readonly answers: ReadonlySet<string>
  readonly requests: ReadonlySet<string>
} {
  const rules = ruled.flatMap((each) => each.rules)
  const answers = rules.flatMap((rule) => {
    if ('sameLength' in rule) return [rule.sameLength.operation]
    if (!('addressOf' in rule)) return []
    const { chains, ids } = rule.addressOf
    return [chains.operation, ...(ids ? [ids.operation] : [])]
  })
  const requests = rules.flatMap((rule) => ('asSent' in rule ? [rule.asSent.operation] : []))
  return { answers: new Set(answers), requests: new Set(requests) }
}

function checkBlock(scope: ModuleScope, ruled: readonly Ruled[]): string {
  const problem = scope.imports.type('Problem', '@tagwire/runtime/core')
  const check = scope.imports.value('checkRules', HTTP)
  const text =
    'What the service would refuse about a request, although it fits its schema; empty when nothing.\nThe client never calls this, and the request is never changed.'
  const hasRequests = earlierNames(ruled).requests.size > 0
  return `${docBlock({ text })}export function checkRequest<Name extends keyof CheckedRequests>(
  operation: Name,
  request: CheckedRequests[Name],
  answers: EarlierAnswers = {},
${hasRequests ? '  requests: EarlierRequests = {},\n' : ''}): ${problem}[] {
  return ${check}(rules[operation], request, answers${hasRequests ? ', requests' : ''})
}
`
}
