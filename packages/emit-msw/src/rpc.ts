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
      `const isMeant = (call: unknown): boolean => {
        const key = keyOf(call)
        return others === 'mock' || (key !== undefined && Object.hasOwn(handlers, key))
      }`,
      `return [
        ${http}.post(url, async ({ request }) => {
          const text = await request.clone().text()
          const body = jsonOf(text)
          const isBatch = Array.isArray(body) && body.length > 0
          const calls: unknown[] = isBatch ? body : [body]
          if (!calls.some(isMeant)) return undefined
          const given = await Promise.all(calls.map((call) => answerTo(transport, call)))
          const answers = given.filter((each) => each !== undefined)
          if (answers.length === 0) return new Response(null, { status: 202 })
          return Response.json(isBatch ? answers : answers[0])
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

/** The server side of JSON-RPC 2.0. */
function answerFunctions({ structures, names, module }: MswModule): Statement[] {
  const methods = module.imports.value(names.table.name, names.table.module)
  const transport = module.imports.type('Transport', '@tagwire/runtime/rpc')
  const method = module.imports.type('RpcMethod', '@tagwire/runtime/rpc')
  const isRpcError = module.imports.value('isRpcError', '@tagwire/runtime/rpc')
  const call = { name: 'call', type: 'unknown' }
  return [
    structures.constant({
      name: 'table',
      type: `Readonly<Record<string, ${method}>>`,
      value: methods,
    }),
    structures.exportedFunction({
      name: 'jsonOf',
      isExported: false,
      parameters: [{ name: 'text', type: 'string' }],
      returnType: 'unknown',
      statements: ['try { return JSON.parse(text) } catch { return undefined }'],
    }),
    structures.exportedFunction({
      name: 'memberOf',
      isExported: false,
      parameters: [call, { name: 'name', type: 'string' }],
      returnType: 'unknown',
      statements: ['return Object.getOwnPropertyDescriptor(Object(call), name)?.value'],
    }),
    structures.exportedFunction({
      name: 'keyOf',
      isExported: false,
      docs: structures.docs('The name of the method in the client.'),
      parameters: [call],
      returnType: 'string | undefined',
      statements: [
        "const method = memberOf(call, 'method')",
        'return Object.keys(table).find((key) => table[key]?.name === method)',
      ],
    }),
    structures.exportedFunction({
      name: 'answerTo',
      isExported: false,
      isAsync: true,
      docs: structures.docs('One response; `undefined` for a notification.'),
      parameters: [{ name: 'transport', type: transport }, call],
      returnType: 'Promise<object | undefined>',
      statements: [
        "const id = memberOf(call, 'id')",
        `const answer = (outcome: object): object => ({ jsonrpc: '2.0', id: id ?? null, ...outcome })`,
        `const refuse = (code: number, message: string, data?: unknown): object =>
          answer({ error: { code, message, ...(data === undefined ? {} : { data }) } })`,
        `if (call === undefined) return refuse(-32700, 'Parse error')`,
        `if (typeof memberOf(call, 'method') !== 'string') return refuse(-32600, 'Invalid Request')`,
        `const method = table[keyOf(call) ?? '']`,
        `if (!method) return refuse(-32601, 'Method not found')`,
        `try {
          const result = await transport.call({ method, params: paramsOf(method, memberOf(call, 'params')) })
          return id === undefined ? undefined : answer({ result })
        } catch (error) {
          if (${isRpcError}(error)) return refuse(error.code, error.message, error.data)
          return refuse(-32603, 'Internal error', error instanceof Error ? error.message : String(error))
        }`,
      ],
    }),
    structures.exportedFunction({
      name: 'paramsOf',
      isExported: false,
      docs: structures.docs('The parameters by name, also if they were sent by position.'),
      parameters: [
        { name: 'method', type: method },
        { name: 'params', type: 'unknown' },
      ],
      returnType: 'object',
      statements: [
        "if (!Array.isArray(params)) return typeof params === 'object' && params !== null ? params : {}",
        'return Object.fromEntries(params.map((value, index) => [method.params[index]?.name ?? String(index), value]))',
      ],
    }),
  ]
}
