import type { Begin, Waiter } from '../../model/extensions.js'
import { freeName } from '../../model/names.js'
import { messagePlaces } from '../../model/operations/error-bodies.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { type ClientNames, clientNames } from '../../view/client-names.js'
import { httpMethods } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import type { Value } from '../../view/value.js'
import {
  connectFunction,
  decodedClientName,
  decodedClientType,
  decodeOption,
  decodingOverload,
  exampleOf,
  returned,
  serversConstant,
} from '../client-parts.js'
import { clientDecodes } from '../decode/decoded-model.js'
import { waitText } from '../method-doc.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  constant,
  type EmittedModule,
  exportedFunction,
  exportedInterface,
  exportedType,
  type Method,
  method,
  optional,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyAccess } from '../typescript/text.js'
import { memberText, objectText, valueText } from '../typescript/value-text.js'
import { connectStatement, ownServerOptions } from './connection.js'
import { guardConstant } from './errors.js'
import { inputParameter, signatures, streamMember } from './method-signatures.js'
import { credentialsType, schemesConstant, serverUrlFunctions } from './security.js'

const HTTP = '@tagwire/runtime/http'
const CORE = '@tagwire/runtime/core'

/** The client of an HTTP service, which the runtime creates from the table of operations. */
export function emitHttpClient(view: PackageView): EmittedModule {
  const names = clientNames(view.name)
  const scope = moduleScope(view, 'client', Object.values(names))
  const waiters = view.model.operations.flatMap((operation) => {
    const word = operation.extensions.waiter
    return word ? [{ operation, word }] : []
  })
  return moduleOf('src/client.ts', scope, [
    serversConstant(view),
    ...serverUrlFunctions(view, scope),
    serviceConstant(view, scope),
    ...schemesConstant(view, scope),
    ...optionsTypes(view, scope, names),
    ...clientInterfaces(view, scope, names, waiters),
    connectFunction(names, {
      api: scope.imports.type('HttpApi', HTTP),
      options: { type: names.options, initializer: '{}' },
      statements: [connectStatement(view, scope)],
      example: exampleOf(view, 'operations'),
    }),
    ...(clientDecodes(view) === 'always' ? [decodedClientType(view, scope, names.client)] : []),
    createFunction(view, scope, names, waiters),
    guardConstant(view, scope),
  ])
}

interface WaitingOperation {
  readonly operation: Operation
  readonly word: Waiter
}

function serviceConstant(view: PackageView, { imports }: ModuleScope): Statement {
  const { servers, credential } = view.model
  const places = messagePlaces(view.model)
  return constant({
    name: 'service',
    type: imports.type('HttpService', HTTP),
    value: objectText([
      `server: ${valueText(servers[0]?.url ?? '')}`,
      ...(credential ? [`keyHeader: ${valueText(credential.header)}`] : []),
      ...(places.length > 0
        ? [`messageIn: /*@__PURE__*/ ${imports.value('messageAt', HTTP)}(${valueText(places)})`]
        : []),
    ]),
  })
}

function optionsTypes(view: PackageView, scope: ModuleScope, names: ClientNames): Statement[] {
  const type = scope.imports.type('HttpClientOptions', HTTP)
  const text = docs(`What {@link ${names.create}} takes; everything has a default.`)
  const name = freeName(`${names.client}Credentials`, view.names)
  const credentials = credentialsType(view, scope, name)
  const properties = [
    ...credentials.map(() =>
      property({
        name: 'credentials',
        type: `${name} | undefined`,
        docs: docs('Sent to the origin of `baseUrl` and nowhere else.'),
        hasQuestionToken: true,
        isReadonly: true,
      }),
    ),
    ...ownServerOptions(view.model),
  ]
  if (properties.length === 0) return [exportedType({ name: names.options, docs: text, type })]
  const options = { name: names.options, docs: text, extends: [type], properties }
  return [...credentials, exportedInterface(options)]
}

function clientInterfaces(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  waiters: readonly WaitingOperation[],
): Statement[] {
  const title = inCode(view.model.title)
  return [
    {
      ...exportedInterface({
        name: names.methods,
        docs: docs(`The operations of \`${title}\`.`),
        methods: httpMethods(view.model.operations).flatMap((each) =>
          signatures(view, scope, each),
        ),
      }),
      isExported: false,
    },
    exportedInterface({
      name: names.client,
      docs: docs(`A client for \`${title}\`; make one with {@link ${names.create}}.`),
      extends: [names.methods],
      properties: plainClient(view, scope),
      methods: waiters.flatMap((each) => waiterMethods(scope, each)),
    }),
  ]
}

/** `http`, with the types of `schema`. */
function plainClient({ parts }: PackageView, { imports }: ModuleScope): Property[] {
  if (!parts.has('schema')) return []
  const client = imports.type('Client', 'openapi-fetch')
  return [
    property({
      name: 'http',
      type: `${client}<${imports.type('paths', './schema.js')}>`,
      docs: docs('The plain openapi-fetch client for the same server.'),
      isReadonly: true,
    }),
  ]
}

function waiterMethods(scope: ModuleScope, { operation, word }: WaitingOperation): Method[] {
  const output = outputType(scope, operation)
  const input = inputParameter(operation, inputType(scope, inputForm(operation)))
  const waitOptions = `${scope.imports.type('WaitOptions', CORE)}<${output}>`
  const wait = method(word.name, {
    docs: docs(waitText(operation, word.until)),
    parameters: [...input, optional('options', waitOptions)],
    returnType: `Promise<${output}>`,
  })
  const { parameters, returnType } = wait
  const waits = [
    wait,
    ...(word.begin
      ? [method(word.begin.name, { docs: beginDocs(word, word.begin), parameters, returnType })]
      : []),
  ]
  if (word.watch === undefined) return waits
  const watch = method(word.watch, {
    docs: docs(
      `Repeats {@link ${operation.name}} and gives each answer that differs from the one before, the last one whatever it says.`,
    ),
    parameters: [...input, optional('options', scope.imports.type('WatchOptions', CORE))],
    returnType: `AsyncIterableIterator<${output}>`,
  })
  return [...waits, watch]
}

function beginDocs({ name }: Waiter, begin: Begin): string[] {
  return docs(
    `Calls {@link ${begin.operation}} for what was begun elsewhere, then waits like {@link ${name}}. The call goes on when the page that made it closes.`,
  )
}

function createFunction(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  waiters: readonly WaitingOperation[],
): Statement {
  const { imports } = scope
  const operations = imports.value('operations', './operations.js')
  const waiterConstants = waiters.flatMap(({ operation, word }) => {
    const { watch: _, begin, ...facts } = word
    const of = `${operations}${propertyAccess(operation.name)}`
    const make = imports.value('waiterOf', HTTP)
    return [
      `const ${word.name} = ${make}(api, ${of}, ${valueText(facts satisfies Value)})`,
      ...(begin ? [beginConstant(scope, word, begin)] : []),
    ]
  })
  const members = [
    ...(view.parts.has('schema') ? [plainMember(scope)] : []),
    `...${imports.value('methodsOf', HTTP)}<${names.methods}>(api, ${operations})`,
    ...httpMethods(view.model.operations).flatMap((each) => streamMember(scope, each)),
    ...waiters.flatMap(({ word: { name, watch, begin } }) => [
      memberText(name, `${name}.waitFor`),
      ...(begin ? [memberText(begin.name, begin.name)] : []),
      ...(watch === undefined ? [] : [memberText(watch, `${name}.watch`)]),
    ]),
  ]
  const text = docs(`Makes a client for \`${inCode(view.model.title)}\`.`)
  const decodes = clientDecodes(view)
  const own = objectText(members)
  const type = decodes === 'on demand' ? `${names.options} & ${decodeOption(scope)}` : names.options
  const made = {
    name: names.create,
    parameters: [{ name: 'options', type, initializer: '{}' }],
    // What comes back is one of two types that only the overloads know.
    returnType: decodes === 'never' ? names.client : 'object',
    statements: [
      `const api = ${names.connect}(options)`,
      ...waiterConstants,
      ...returned(scope, names.client, own, decodes, 'api.redact'),
    ],
  }
  if (decodes === 'never') return exportedFunction({ ...made, docs: text })
  const plain = { name: 'options', type: names.options, hasQuestionToken: true }
  return exportedFunction({
    ...made,
    overloads:
      decodes === 'always'
        ? [
            {
              docs: text,
              parameters: [plain],
              returnType: decodedClientName(view, names.client),
              isExported: true,
            },
          ]
        : [
            decodingOverload(scope, { docs: text, options: names.options, client: names.client }),
            { docs: text, parameters: [plain], returnType: names.client, isExported: true },
          ],
  })
}

function plainMember({ imports }: ModuleScope): string {
  const create = imports.standard('createClient', 'openapi-fetch')
  return `http: ${create}<${imports.type('paths', './schema.js')}>(api.settings)`
}

function beginConstant({ imports }: ModuleScope, word: Waiter, begin: Begin): string {
  const run = imports.value('beginAndWait', HTTP)
  const spec: Value = {
    name: begin.name,
    tolerate: word.tolerate,
    intervalMs: word.intervalMs,
    timeoutMs: begin.timeoutMs,
  }
  const operation = `operations${propertyAccess(begin.operation)}`
  return `const ${begin.name} = ${run}(api, ${operation}, ${valueText(spec)}, ${word.name})`
}
