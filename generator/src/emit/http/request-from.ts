import type { RequestFrom } from '../../model/extensions.js'
import { pascalCase } from '../../model/names.js'
import { bodyName } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { outputType } from '../types/outputs.js'
import { codeList, docs, inCode } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedFunction,
  exportedType,
  objectType,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey, stringLiteral } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'

/**
 * Functions that create a request from the response of another operation, as described by the
 * document.
 */
export function emitRequestsFrom(view: PackageView): EmittedModule | undefined {
  const scope = moduleScope(view, 'requests')
  const statements = view.model.operations.flatMap((operation) => {
    const from = operation.extensions.madeFrom
    const body = bodyName(operation)
    if (!from || body === undefined) return []
    const answered = view.model.operations.find(({ name }) => name === from.operation)
    if (!answered) return []
    const request = scope.sent.refer(body)
    return [optionsType(from, request), makingFunction(scope, from, request, answered)]
  })
  return statements.length === 0 ? undefined : moduleOf('src/requests.ts', scope, statements)
}

function optionsName({ name }: RequestFrom): string {
  return `${pascalCase(name)}Options`
}

function optionsType(from: RequestFrom, request: string): Statement {
  const members = Object.entries(from.given).map(([name, { member, by, required }]) => {
    const type = `${request}[${stringLiteral(member)}]`
    const order = `: a list in the order of \`${inCode(by ?? '')}\`, or one by key`
    const also = by === undefined ? 'number' : `Readonly<Record<string, ${type}[number]>>`
    return property({
      name: propertyKey(name),
      type: `${type} | ${also}`,
      docs: docs(`Becomes \`${inCode(member)}\`${by === undefined ? '' : order}.`),
      hasQuestionToken: !required,
      isReadonly: true,
    })
  })
  return exportedType({
    name: optionsName(from),
    docs: docs(`The options of {@link ${from.name}}: its own, and any field of the request.`),
    type: `Partial<${request}> & ${objectType(members)}`,
  })
}

function makingFunction(
  scope: ModuleScope,
  from: RequestFrom,
  request: string,
  answered: Operation,
): Statement {
  const make = scope.imports.value('requestFrom', HTTP)
  const given = Object.fromEntries(
    Object.entries(from.given).map(([name, { member, by }]) => [
      name,
      { member, ...(by === undefined ? {} : { by }) },
    ]),
  )
  const value = valueText({ members: from.members, given })
  return exportedFunction({
    name: from.name,
    docs: docs(
      `Creates a request from the response of \`${inCode(answered.name)}\`; ${codeList(from.members)} are passed on unchanged.`,
    ),
    parameters: [
      { name: 'answer', type: outputType(scope, answered) },
      { name: 'options', type: optionsName(from) },
    ],
    returnType: request,
    statements: [`return ${make}(answer, options, ${value})`],
  })
}
