import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import {
  earlierOperations,
  type RuledOperation,
  ruledOperations,
} from '../../view/http/request-rules.js'
import type { PackageView } from '../../view/package-view.js'
import type { Value } from '../../view/value.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { CORE, HTTP } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedConstant,
  exportedFunction,
  exportedInterface,
  option,
  type Parameter,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'

/** Rules of requests that their schemas cannot express, to check a request before it is sent. */
export function emitRequestRules(view: PackageView): EmittedModule | undefined {
  const ruled = ruledOperations(view)
  if (ruled.length === 0) return undefined
  const scope = moduleScope(view, 'rules')
  return moduleOf('src/rules.ts', scope, [
    rulesConstant(scope, ruled),
    ...ruleTypes(view, scope, ruled),
    checkFunction(scope, ruled),
  ])
}

function rulesConstant(scope: ModuleScope, ruled: readonly RuledOperation[]): Statement {
  const rule = scope.imports.type('RequestRule', HTTP)
  const value: Value = Object.fromEntries(
    ruled.map(({ operation, rules }) => [
      operation.name,
      rules.map((each): Value => ({ ...each })),
    ]),
  )
  return exportedConstant({
    name: 'requestRules',
    docs: docs('The rules for requests, by operation.'),
    type: `Readonly<Record<keyof CheckedRequests, readonly ${rule}[]>>`,
    value: valueText(value),
  })
}

function ruleTypes(
  view: PackageView,
  scope: ModuleScope,
  ruled: readonly RuledOperation[],
): Statement[] {
  const input = (operation: Operation): string => inputType(scope, inputForm(operation))
  const { answers, requests } = earlierOperations(ruled)
  const earlier = (names: ReadonlySet<string>): Operation[] =>
    view.model.operations.filter(({ name }) => names.has(name))
  const types = [
    exportedInterface({
      name: 'CheckedRequests',
      docs: docs('The requests that have rules, by operation.'),
      properties: ruled.map(({ operation: { name }, operation }) =>
        property({ name: propertyKey(name), type: input(operation), isReadonly: true }),
      ),
    }),
    exportedInterface({
      name: 'EarlierAnswers',
      docs: docs('Earlier responses that a request has to match. Omitted ones are not checked.'),
      properties: earlier(answers).map((each) => option(each.name, outputType(scope, each))),
    }),
  ]
  if (requests.size === 0) return types
  const requestTypes = exportedInterface({
    name: 'EarlierRequests',
    docs: docs('Earlier requests that a request has to match. Omitted ones are not checked.'),
    properties: earlier(requests).map((each) => option(each.name, `Partial<${input(each)}>`)),
  })
  return [...types, requestTypes]
}

function checkFunction(scope: ModuleScope, ruled: readonly RuledOperation[]): Statement {
  const problem = scope.imports.type('Problem', CORE)
  const check = scope.imports.value('checkRules', HTTP)
  const requests: Parameter[] =
    earlierOperations(ruled).requests.size > 0
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
      'Lists what is missing in a request, and what the service would reject although it matches its schema. The request is never modified. The `requestValidators` of `./validate` check the schemas.',
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
