import { inputForm } from '../model/inputs.js'
import type { Operation } from '../model/operation.js'
import { inputText } from './inputs.js'
import { outputText, shapeText } from './outputs.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from './package-view.js'
import { docBlock } from './typescript/doc.js'
import { objectKey } from './typescript/text.js'
import { type Value, valueText } from './typescript/value-text.js'
import { type RequestRuleWord, readRequestRules } from './words.js'

const HTTP = '@tagwire/runtime/http'

/** Rules of requests that their schemas cannot say, for who wants to know before sending. */
export function emitRequestRules(view: PackageView): EmittedFile | undefined {
  const ruled = view.model.operations.flatMap((operation) => {
    const rules = readRequestRules(operation.words)
    return rules.length > 0 ? [{ operation, rules }] : []
  })
  if (ruled.length === 0) return undefined
  const scope = moduleScope(view, 'rules')
  const blocks = [rulesBlock(scope, ruled), ...typeBlocks(view, scope, ruled), checkBlock(scope)]
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
  const requests = ruled.map(
    ({ operation }) =>
      `  readonly ${objectKey(operation.name)}: ${inputText(scope, inputForm(operation), shapeText)}\n`,
  )
  const earlier = new Set(
    ruled.flatMap(({ rules }) =>
      rules.flatMap((rule) => ('sameLength' in rule ? [rule.sameLength.operation] : [])),
    ),
  )
  const answers = view.model.operations
    .filter(({ name }) => earlier.has(name))
    .map((each) => `  readonly ${objectKey(each.name)}?: ${outputText(scope, each)} | undefined\n`)
  return [
    `${docBlock({ text: 'The requests that have rules beside their schemas.' })}export interface CheckedRequests {\n${requests.join('')}}\n`,
    `${docBlock({ text: 'Answers that a request has to fit. What is not given is not asked for.' })}export interface EarlierAnswers {\n${answers.join('')}}\n`,
  ]
}

function checkBlock(scope: ModuleScope): string {
  const problem = scope.imports.type('Problem', '@tagwire/runtime/core')
  const check = scope.imports.value('checkRules', HTTP)
  const text =
    'What the service would refuse about a request, although it fits its schema; empty when nothing.\nThe client never calls this, and the request is never changed.'
  return `${docBlock({ text })}export function checkRequest<Name extends keyof CheckedRequests>(
  operation: Name,
  request: CheckedRequests[Name],
  answers: EarlierAnswers = {},
): ${problem}[] {
  return ${check}(rules[operation], request, answers)
}
`
}
