import type { RequestRule } from '../../model/extensions.js'
import { declarationNamed } from '../../model/find.js'
import type { Model } from '../../model/model.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Field, Shape } from '../../model/shapes/shape.js'
import { type ModuleScope, moduleOf, moduleScope, type PackageView } from '../package-view.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedConstant,
  exportedFunction,
  exportedInterface,
  type Parameter,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'

const HTTP = '@tagwire/runtime/http'

/** Rules of requests that their schemas cannot say, for who wants to know before sending. */
export function emitRequestRules(view: PackageView): EmittedModule | undefined {
  if (!hasRequestRules(view.model)) return undefined
  const ruled = view.model.operations.flatMap((operation) => {
    const rules = rulesOf(view, operation)
    return rules.length > 0 ? [{ operation, rules }] : []
  })
  const scope = moduleScope(view, 'rules')
  return moduleOf('src/rules.ts', scope, [
    rulesConstant(scope, ruled),
    ...ruleTypes(view, scope, ruled),
    checkFunction(scope, ruled),
  ])
}

/** Whether the document has words for requests; what its schemas say is added to those alone. */
export function hasRequestRules({ operations }: Model): boolean {
  return operations.some(({ extensions }) => (extensions.rules ?? []).length > 0)
}

/** The operations of which something is asked. */
export function ruledNames(view: PackageView): ReadonlySet<string> {
  if (!hasRequestRules(view.model)) return new Set()
  const ruled = view.model.operations.filter((each) => rulesOf(view, each).length > 0)
  return new Set(ruled.map(({ name }) => name))
}

interface Ruled {
  readonly operation: Operation
  readonly rules: readonly RuleText[]
}

/** A rule as the generated table has it. */
type RuleText =
  | RequestRule
  | { readonly someOf: readonly string[] }
  | { readonly integers: readonly string[] }

/** What the schema of a request says first and most, and then the words. */
function rulesOf({ model, atLeastOne }: PackageView, operation: Operation): RuleText[] {
  const words = operation.extensions.rules ?? []
  const fields = requestFields(model, operation)
  const needs = fields.filter((field) => field.required).map(({ name }) => name)
  const integers = fields.filter((field) => isIntegerText(field.shape)).map(({ name }) => name)
  const told = words.flatMap((rule) => ('oneOf' in rule ? [rule.oneOf.join()] : []))
  const asked = atLeastOne.get(bodyName(operation) ?? '') ?? []
  const either = asked.filter((names) => !told.includes(names.join()))
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
  const body = declarationNamed(model.declarations, bodyName(operation))
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

function rulesConstant(scope: ModuleScope, ruled: readonly Ruled[]): Statement {
  const rule = scope.imports.type('RequestRule', HTTP)
  const value: Value = Object.fromEntries(
    ruled.map(({ operation, rules }) => [
      operation.name,
      rules.map((each): Value => ({ ...each })),
    ]),
  )
  return exportedConstant({
    name: 'requestRules',
    docs: docs('What requests have to keep, by operation.'),
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
      docs: docs('The requests that something is asked of.'),
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
    properties: earlier(requests).map((each) => given(each.name, `Partial<${input(each)}>`)),
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
  const given = [
    'requestRules[operation]',
    'request',
    'answers',
    ...requests.map((each) => each.name),
  ]
  return exportedFunction({
    name: 'checkRequest',
    docs: docs(
      'What is missing in a request, and what the service would refuse about it although it fits its schema;\nempty when nothing. The request is never changed. Everything that a schema says is in the\n`requestValidators` of `./validate`.',
    ),
    typeParameters: ['Name extends keyof CheckedRequests'],
    parameters: [
      { name: 'operation', type: 'Name' },
      { name: 'request', type: 'Partial<CheckedRequests[Name]>' },
      { name: 'answers', type: 'EarlierAnswers', initializer: '{}' },
      ...requests,
    ],
    returnType: `${problem}[]`,
    statements: [`return ${check}(${given.join(', ')})`],
  })
}
