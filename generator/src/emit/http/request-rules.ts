import { atLeastOne } from '../../model/at-least-one.js'
import { inputForm } from '../../model/inputs.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operation.js'
import type { Field, Shape } from '../../model/shape.js'
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
  if (!hasRequestRules(view.model)) return undefined
  const ruled = view.model.operations.flatMap((operation) => {
    const rules = rulesOf(view.model, operation)
    return rules.length > 0 ? [{ operation, rules }] : []
  })
  const scope = moduleScope(view, 'rules')
  const blocks = [
    rulesBlock(scope, ruled),
    ...typeBlocks(view, scope, ruled),
    checkBlock(scope, ruled),
  ]
  return { path: 'src/rules.ts', text: moduleText(view, scope, blocks) }
}

/** Whether the document has words for requests; what its schemas say is added to those alone. */
function hasRequestRules({ operations }: Model): boolean {
  return operations.some(({ words }) => readRequestRules(words).length > 0)
}

/** The operations of which something is asked. */
export function ruledNames(model: Model): ReadonlySet<string> {
  if (!hasRequestRules(model)) return new Set()
  const ruled = model.operations.filter((each) => rulesOf(model, each).length > 0)
  return new Set(ruled.map(({ name }) => name))
}

interface Ruled {
  readonly operation: Operation
  readonly rules: readonly RuleText[]
}

/** A rule as the generated table has it. */
type RuleText =
  | RequestRuleWord
  | { readonly someOf: readonly string[] }
  | { readonly integers: readonly string[] }

/** What the schema of a request says first and most, and then the words. */
function rulesOf(model: Model, operation: Operation): RuleText[] {
  const words = readRequestRules(operation.words)
  const fields = requestFields(model, operation)
  const needs = fields.filter((field) => field.required).map(({ name }) => name)
  const integers = fields.filter((field) => isIntegerText(field.shape)).map(({ name }) => name)
  const body = model.declarations.find(({ name }) => name === bodyName(operation))
  const told = words.flatMap((rule) => ('oneOf' in rule ? [rule.oneOf.join()] : []))
  const either = body ? atLeastOne(model, body).filter((names) => !told.includes(names.join())) : []
  return [
    ...(needs.length > 0 ? [{ at: '', needs }] : []),
    ...either.map((someOf) => ({ someOf })),
    ...(integers.length > 0 ? [{ integers }] : []),
    ...words,
  ]
}

function requestFields(model: Model, operation: Operation): readonly Field[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  if (input.form !== 'body') return input.fields
  const body = model.declarations.find(({ name }) => name === bodyName(operation))
  const shape = body?.shape ?? input.shape
  return shape.kind === 'record' ? shape.fields : []
}

/** The declaration that a body is. */
export function bodyName(operation: Operation): string | undefined {
  const input = inputForm(operation)
  return input.form === 'body' && input.shape.kind === 'reference' ? input.shape.name : undefined
}

function isIntegerText(shape: Shape): boolean {
  if (shape.kind === 'nullable') return isIntegerText(shape.shape)
  return shape.kind === 'scalar' && shape.type === 'string' && shape.format === 'integer'
}

function rulesBlock(scope: ModuleScope, ruled: readonly Ruled[]): string {
  const rule = scope.imports.type('RequestRule', HTTP)
  const value: Value = Object.fromEntries(
    ruled.map(({ operation, rules }) => [
      operation.name,
      rules.map((each): Value => ({ ...each })),
    ]),
  )
  const head = `export const requestRules: Readonly<Record<keyof CheckedRequests, readonly ${rule}[]>> = `
  const doc = docBlock({ text: 'What requests have to keep, by operation.' })
  return `${doc}${head}${valueText(value, 0, head.length)}\n`
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
      'The requests that something is asked of.',
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
  const members = earlier(requests).map((each) => member(each.name, `Partial<${input(each)}>`, '?'))
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
    'What is missing in a request, and what the service would refuse about it although it fits its schema;\nempty when nothing. The request is never changed. Everything that a schema says is in the\n`requestValidators` of `./validate`.'
  const hasRequests = earlierNames(ruled).requests.size > 0
  return `${docBlock({ text })}export function checkRequest<Name extends keyof CheckedRequests>(
  operation: Name,
  request: Partial<CheckedRequests[Name]>,
  answers: EarlierAnswers = {},
${hasRequests ? '  requests: EarlierRequests = {},\n' : ''}): ${problem}[] {
  return ${check}(requestRules[operation], request, answers${hasRequests ? ', requests' : ''})
}
`
}
