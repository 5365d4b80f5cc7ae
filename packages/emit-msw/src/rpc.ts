import type { EmitterContext, EmitterModule, Statement } from 'tagwire/emitter'
import {
  handlersFunction,
  type MswModule,
  mswModule,
  optionsCheck,
  othersProperty,
} from './module.js'

export function rpcHandlers(context: EmitterContext): EmitterModule {
  const at = mswModule(context)
  const { names, module, model, structures } = at
  const http = module.imports.value('http', 'msw')
  const mock = module.imports.value(names.mock.mock, names.mock.module)
  const server = model.servers[0]?.url ?? ''
  const url = structures.stringLiteral(/^https?:/.test(server) ? server : '*')
  const handlers = handlersFunction(at, {
    doc: `A handler for single calls and batches by POST. The given handlers respond first; {@link ${mock}} responds to everything else.`,
    statements: [
      optionsCheck(at, 'url'),
      `const { url = ${url}, others = 'mock', ...more } = options`,
      `const transport = ${mock}(handlers, more)`,
      `const server = ${module.imports.value('rpcServerOf', '@tagwire/runtime/server')}({ methods: facts }, {
        operations: Object.fromEntries(
          Object.entries(table).map(([key, method]) => [
            key,
            (params: object) => transport.call({ method, params }).catch(refuse),
          ]),
        ),
        checkResults: false,
      })`,
      `return [
        ${http}.post(url, async ({ request }) => {
          const isOurs = others === 'mock' || (await callsOf(request)).some((name) => isGiven(handlers, name))
          return isOurs ? server.fetch(asJson(request)) : undefined
        }),
      ]`,
    ],
  })
  return module.file([optionsInterface(at), handlers, ...answerFunctions(at)])
}

function optionsInterface(at: MswModule): Statement {
  const { structures, module, options } = at
  return structures.exportedInterface({
    name: options,
    docs: structures.docs('The URL of the server, and what responds to calls without a handler.'),
    extends: [module.imports.type('RpcMockOptions', '@tagwire/runtime/mock')],
    properties: [
      structures.property({
        name: 'url',
        type: 'string | undefined',
        hasQuestionToken: true,
        isReadonly: true,
        docs: structures.docs(
          'The URL that calls are posted to; by default, the server in the document.',
        ),
      }),
      othersProperty(at),
    ],
  })
}

/** What the server of this document does, with the mock in place of its handlers. */
function answerFunctions({ structures, names, module }: MswModule): Statement[] {
  const methods = module.imports.value(names.table)
  const method = module.imports.type('RpcMethod', '@tagwire/runtime/rpc')
  const facts = module.imports.type('RpcMethodFacts', '@tagwire/runtime/server')
  const error = module.imports.value('RpcError', '@tagwire/runtime/rpc')
  const isRpcError = module.imports.value('isRpcError', '@tagwire/runtime/rpc')
  return [
    structures.constant({
      name: 'table',
      type: `Readonly<Record<string, ${method}>>`,
      value: methods,
    }),
    structures.constant({
      name: 'facts',
      type: `Readonly<Record<string, ${facts}>>`,
      value: `Object.fromEntries(
        Object.entries(table).map(([key, { name, params }]) => [
          key,
          { name, params: params.map((each) => each.name) },
        ]),
      )`,
    }),
    structures.exportedFunction({
      name: 'refuse',
      isExported: false,
      docs: structures.docs('Tests should see what the mock says.'),
      parameters: [{ name: 'error', type: 'unknown' }],
      returnType: 'never',
      statements: [
        `if (${isRpcError}(error)) throw error`,
        'const data = error instanceof Error ? error.message : String(error)',
        `throw new ${error}({ code: -32603, message: 'Internal error', data }, '')`,
      ],
    }),
    structures.exportedFunction({
      name: 'callsOf',
      isExported: false,
      isAsync: true,
      docs: structures.docs('The names of the methods that a request calls.'),
      parameters: [{ name: 'request', type: 'Request' }],
      returnType: 'Promise<unknown[]>',
      statements: [
        'const body: unknown = await request.clone().json().catch(() => undefined)',
        `return [body].flat().map((call) => Object.getOwnPropertyDescriptor(Object(call), 'method')?.value)`,
      ],
    }),
    structures.exportedFunction({
      name: 'asJson',
      isExported: false,
      docs: structures.docs('Nodes read calls of any content type.'),
      parameters: [{ name: 'request', type: 'Request' }],
      returnType: 'Request',
      statements: [
        'const headers = new Headers(request.headers)',
        "headers.set('content-type', 'application/json')",
        'return new Request(request, { headers })',
      ],
    }),
    structures.exportedFunction({
      name: 'isGiven',
      isExported: false,
      docs: structures.docs('Whether there is a handler for a method of this name.'),
      parameters: [
        { name: 'handlers', type: 'object' },
        { name: 'name', type: 'unknown' },
      ],
      returnType: 'boolean',
      statements: [
        'return Object.entries(table).some(([key, method]) => method.name === name && Object.hasOwn(handlers, key))',
      ],
    }),
  ]
}
