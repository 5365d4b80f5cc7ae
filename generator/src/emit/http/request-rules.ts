import { inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
import { type ModuleScope, moduleOf, moduleScope, type PackageView } from '../package-view.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import {
  constant,
  type EmittedModule,
  exportedFunction,
  exportedInterface,
  type Parameter,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { type RequestRuleWord, readRequestRules } from '../words.js'

const HTTP = '@tagwire/runtime/http'

/** Rules of requests that their schemas cannot say, for who wants to know before sending. */
export function emitRequestRules(view: PackageView): EmittedModule | undefined {
  const ruled = view.model.operations.flatMap((operation) => {
    const rules = readRequestRules(operation.words)
    return rules.length > 0 ? [{ operation, rules }] : []
  })
  if (ruled.length === 0) return undefined
  const scope = moduleScope(view, 'rules')
  return moduleOf('src/rules.ts', scope, [
    rulesConstant(scope, ruled),
    ...ruleTypes(view, scope, ruled),
    checkFunction(scope, ruled),
  ])
}

interface Ruled {
  readonly operation: Operation
  readonly rules: readonly RequestRuleWord[]
}

function rulesConstant(scope: ModuleScope, ruled: readonly Ruled[]): Statement {
  const rule = scope.imports.type('RequestRule', HTTP)
  const value: Value = Object.fromEntries(
    ruled.map(({ operation, rules }) => [
      operation.name,
      rules.map((each): Value => ({ ...each })),
    ]),
  )
  return constant({
    name: 'rules',
    type: `Readonly<Record<keyof CheckedRequests, readonly ${rule}[]>>`,
    value: valueText(value),
  })
}

function ruleTypes(view: PackageView, scope: ModuleScope, ruled: readonly Ruled[]): Statement[] {
  const input = (operation: Operation): string => inputType(scope, inputForm(operation))
  const { answers, requests } = earlierNames(ruled)
  const earlier = (names: ReadonlySet<string>): Operation[] =>
    view.model.operations.filter(({ name }) => names.has(name))
  const types = [
    exportedInterface({
      name: 'CheckedRequests',
      docs: docs('The requests that have rules beside their schemas.'),
      properties: ruled.map(({ operation: { name }, operation }) =>
        property({ name: propertyKey(name), type: input(operation), isReadonly: true }),
      ),
    }),
    exportedInterface({
      name: 'EarlierAnswers',
      docs: docs('Answers that a request has to fit. What is not given is not asked for.'),
      properties: earlier(answers).map((each) => given(each.name, outputType(scope, each))),
    }),
  ]
  if (requests.size === 0) return types
  const requestTypes = exportedInterface({
    name: 'EarlierRequests',
    docs: docs('Requests that a later one has to fit. What is not given is not asked for.'),
    properties: earlier(requests).map((each) => given(each.name, input(each))),
  })
  return [...types, requestTypes]
}

function given(name: string, type: string): Property {
  return property({
    name: propertyKey(name),
    type: `${type} | undefined`,
    hasQuestionToken: true,
    isReadonly: true,
  })
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

function checkFunction(scope: ModuleScope, ruled: readonly Ruled[]): Statement {
  const problem = scope.imports.type('Problem', '@tagwire/runtime/core')
  const check = scope.imports.value('checkRules', HTTP)
  const requests: Parameter[] =
    earlierNames(ruled).requests.size > 0
      ? [{ name: 'requests', type: 'EarlierRequests', initializer: '{}' }]
      : []
  const given = ['rules[operation]', 'request', 'answers', ...requests.map((each) => each.name)]
  return exportedFunction({
    name: 'checkRequest',
    docs: docs(
      'What the service would refuse about a request, although it fits its schema; empty when nothing.\nThe client never calls this, and the request is never changed.',
    ),
    typeParameters: ['Name extends keyof CheckedRequests'],
    parameters: [
      { name: 'operation', type: 'Name' },
      { name: 'request', type: 'CheckedRequests[Name]' },
      { name: 'answers', type: 'EarlierAnswers', initializer: '{}' },
      ...requests,
    ],
    returnType: `${problem}[]`,
    statements: [`return ${check}(${given.join(', ')})`],
  })
}
