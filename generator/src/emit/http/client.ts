import { freeName } from '../../model/names.js'
import { errorShapes, messagePointers } from '../../model/operations/error-bodies.js'
import { type ClientNames, clientNames } from '../../view/client-names.js'
import { formerNames, httpMethods } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import { clientFunction, decodedClientTypes, type Resources } from '../client-function.js'
import { connectFunction, exampleOf, serversConstant } from '../client-parts.js'
import { MIDDLEWARE, middlewareTypes } from '../middleware.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  constant,
  type EmittedModule,
  exportedConstant,
  exportedInterface,
  exportedType,
  option,
  type Statement,
} from '../typescript/structures.js'
import { commentText } from '../typescript/text.js'
import { typeText } from '../typescript/type-text.js'
import { objectText, valueText } from '../typescript/value-text.js'
import { firstOptions, takesApiKey } from './authentication.js'
import { connectStatement, ownServerOptions } from './connection.js'
import { signatures } from './method-signatures.js'
import { type PaginatedOperation, pagesMember, pagesMethod, paginatedOperations } from './pages.js'
import { clientResources, resourceStatements } from './resources.js'
import { apiKeyOption, credentialsType, schemesConstant, serverUrlFunctions } from './security.js'
import {
  type WaitingOperation,
  waiterConstants,
  waiterMembers,
  waiterMethods,
  waitGuards,
  waitingOperations,
} from './waiters.js'

/** The client of an HTTP service, which the runtime creates from the table of operations. */
export function emitHttpClient(view: PackageView): EmittedModule {
  const names = clientNames(view.clientName)
  const scope = moduleScope(view, 'client', [
    ...Object.values(names),
    ...Object.values(MIDDLEWARE),
    'paths',
  ])
  const waiters = waitingOperations(view)
  const paginated = paginatedOperations(view)
  const resources = clientResources(view, scope, names)
  return moduleOf('src/client.ts', scope, [
    serversConstant(view),
    ...serverUrlFunctions(view, scope),
    serviceConstant(view, scope),
    ...schemesConstant(view, scope),
    ...middlewareTypes(view, scope),
    ...optionsTypes(view, scope, names),
    ...clientInterfaces(view, scope, names, waiters, paginated, resources),
    ...(resources ? resourceStatements(view, scope, names, resources) : []),
    connectFunction(names, {
      api: scope.imports.type('HttpApi', HTTP),
      options: { type: names.options, initializer: '{}' },
      statements: [connectStatement(view, scope)],
      example: exampleOf(view, 'operations'),
    }),
    ...decodedClientTypes(view, scope, [names.client], resources),
    createFunction(view, scope, names, waiters, paginated, resources),
    guardConstant(view, scope),
    ...waitGuards(scope, waiters),
  ])
}

function serviceConstant(view: PackageView, { imports }: ModuleScope): Statement {
  const { servers, credential } = view.model
  const pointers = messagePointers(view.model)
  return constant({
    name: 'service',
    type: imports.type('HttpService', HTTP),
    value: objectText([
      `server: ${valueText(servers[0]?.url ?? '')}`,
      ...(credential ? [`keyHeader: ${valueText(credential.header)}`] : []),
      ...(pointers.length > 0
        ? [`messageIn: /*@__PURE__*/ ${imports.value('messageAt', HTTP)}(${valueText(pointers)})`]
        : []),
    ]),
  })
}

function optionsTypes(view: PackageView, scope: ModuleScope, names: ClientNames): Statement[] {
  const { model } = view
  const plain = `${scope.imports.type('HttpClientOptions', HTTP)}<${MIDDLEWARE.operation}>`
  // An API key that no scheme reads would be sent nowhere.
  const type = takesApiKey(model) ? plain : `Omit<${plain}, 'apiKey'>`
  const text = docs(`The options of {@link ${names.create}}; all have a default.`)
  const name = freeName(`${names.client}Credentials`, view.names)
  const credentials = credentialsType(view, scope, name)
  const properties = [
    ...(model.credential ? [apiKeyOption(model.credential)] : []),
    ...credentials.map(() =>
      option('credentials', name, docs('Only sent to the origin of `baseUrl`.')),
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
  paginated: readonly PaginatedOperation[],
  resources: Resources | undefined,
): Statement[] {
  const title = inCode(view.model.title)
  const methods = httpMethods(view.model.operations)
  return [
    {
      ...exportedInterface({
        name: names.methods,
        docs: docs(`The operations of \`${title}\`.`),
        methods: [
          ...methods.flatMap((each) => signatures(view, scope, each)),
          ...formerNames(methods).flatMap(([former, now]) => signatures(view, scope, now, former)),
        ],
      }),
      isExported: false,
    },
    exportedInterface({
      name: names.client,
      docs: docs(`A client for \`${title}\`; create one with {@link ${names.create}}.`),
      extends: [names.methods, methodForms(scope, names), ...(resources ? [resources.type] : [])],
      methods: [
        ...waiters.flatMap((each) => waiterMethods(scope, each)),
        ...paginated.map((each) => pagesMethod(view, scope, each)),
      ],
    }),
  ]
}

/** The other forms of the methods: `answer` and `attempt`. */
function methodForms({ imports }: ModuleScope, { methods }: ClientNames): string {
  const table = imports.value('operations', './operations.js')
  return `${imports.type('MethodForms', HTTP)}<${methods}, typeof ${table}>`
}

function createFunction(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  waiters: readonly WaitingOperation[],
  paginated: readonly PaginatedOperation[],
  resources: Resources | undefined,
): Statement {
  const { imports } = scope
  const first = firstOptions(view.model)
  const operations = imports.value('operations', './operations.js')
  const members = [
    `...${imports.value('methodsOf', HTTP)}<${names.methods} & ${methodForms(scope, names)}>(api, ${operations})`,
    ...waiters.flatMap(waiterMembers),
    ...paginated.map((each) => pagesMember(scope, each)),
  ]
  return clientFunction(view, scope, {
    names,
    docs: docs(
      `Creates a client for \`${inCode(view.model.title)}\`.`,
      first && `@example ${names.create}(${commentText(first)})`,
    ),
    kinds: [{ options: names.options, client: names.client }],
    optional: true,
    statements: [
      `const api = ${names.connect}(options)`,
      ...waiters.flatMap((each) => waiterConstants(scope, each)),
    ],
    client: { value: objectText(members), type: names.client },
    redact: 'api.redact',
    resources,
  })
}

/** `isApiError`, typed with the error bodies and the reasons of this service. */
function guardConstant(view: PackageView, scope: ModuleScope): Statement {
  const { body, reason } = errorShapes(view.model)
  const types = [body, reason].map((shape) => typeText(shape, scope.received)).join(', ')
  // Where nothing is known of errors, this is the type that the function of the runtime has anyway.
  const isPlain = types === 'unknown, string'
  return exportedConstant({
    name: 'isApiError',
    docs: docs(
      'Whether an error is a response of the service, with the given reason if there is one.',
    ),
    ...(isPlain ? {} : { type: `${scope.imports.type('ApiErrorGuard', HTTP)}<${types}>` }),
    value: scope.imports.renamed('isApiError', 'isAnyApiError', HTTP),
  })
}
