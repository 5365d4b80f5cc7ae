import type { EmitterContext, EmitterModule, Operation, Statement } from 'tagwire/emitter'
import {
  handlersFunction,
  type MswModule,
  mswModule,
  optionsCheck,
  othersProperty,
} from './module.js'

export function httpHandlers(context: EmitterContext): EmitterModule {
  const at = mswModule(context)
  const { structures, names, model, module } = at
  const http = module.imports.value('http', 'msw')
  const mock = module.imports.value(names.mock.mock, names.mock.module)
  const operations = [...model.operations].sort(byParameters)
  const rows = operations.map((operation) => handlerText(at, operation, http))
  const addresses = rows.join('')
  const handlers = handlersFunction(at, {
    doc: `Handlers for every operation. The given ones respond first; {@link ${mock}} responds to everything else.`,
    statements: [
      optionsCheck(at, 'baseUrl'),
      "const { baseUrl, others = 'mock', ...more } = options",
      `const answer = ${mock}(handlers, more)`,
      'const resolve = ({ request }: { request: Request }) => answer(request)',
      `const from = (server = ${defaultServer(at)}) => (baseUrl ?? server).replace(/\\/$/, '')`,
      ...(addresses.includes('(at(') ? [AT] : []),
      ...(addresses.includes('(like(') ? [LIKE] : []),
      `const all = ${structures.objectText(rows)}`,
      "if (others === 'pass') return Object.entries(all).flatMap(([name, handler]) => (Object.hasOwn(handlers, name) ? [handler] : []))",
      '// The mock refuses other methods of the same paths.',
      'const paths = new Set(Object.values(all).map(({ info }) => info.path))',
      `return [...Object.values(all), ...[...paths].map((path) => ${http}.all(path, resolve))]`,
    ],
  })
  return module.file([optionsInterface(at), handlers])
}

const AT = 'const at = (path: string, server?: string) => from(server) + path'

/** Paths with characters that have a special meaning in MSW. */
const LIKE = `const like = (path: string, server?: string) => {
  const base = from(server).replace(/[$()*+.?[\\\\\\]^{|}]/g, '\\\\$&').replace(/^\\\\\\*$/, '.*')
  return new RegExp(\`^\${base}\${path}$\`)
}`

/** `/pets/mine` comes before `/pets/{id}`. */
function byParameters(left: Operation, right: Operation): number {
  const count = ({ binding }: Operation): number =>
    binding.kind === 'http' ? binding.path.split('{').length : 0
  return count(left) - count(right)
}

/** Any server, if the document has none. */
function defaultServer({ structures, model }: MswModule): string {
  return structures.stringLiteral(originOf(model.servers[0]?.url))
}

function originOf(url = ''): string {
  return /^https?:/.test(url) ? url : '*'
}

/** The methods that MSW has a function for. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** `chains: http.get(at('/v2/info/chains'), resolve)` */
function handlerText(at: MswModule, operation: Operation, http: string): string {
  const { structures, model } = at
  const { binding, name, servers = model.servers } = operation
  const [method, path] = binding.kind === 'http' ? [binding.method, binding.path] : ['', '']
  const isPlain = /^(?:\/(?:[\w.~-]*|\{\w+\}))+$/.test(path)
  const address = isPlain ? path.replaceAll(/\{(\w+)\}/g, ':$1') : patternOf(path)
  const own = servers === model.servers ? [] : [originOf(servers[0]?.url)]
  const given = [address, ...own].map(structures.stringLiteral).join(', ')
  const matcher = `${isPlain ? 'at' : 'like'}(${given})`
  const key = method.toLowerCase()
  if (METHODS.includes(key)) {
    return structures.memberText(name, `${http}.${key}(${matcher}, resolve)`)
  }
  const isMeant = `call.request.method === ${structures.stringLiteral(method.toUpperCase())}`
  const resolve = `(call) => (${isMeant} ? resolve(call) : undefined)`
  return structures.memberText(name, `${http}.all(${matcher}, ${resolve})`)
}

function patternOf(path: string): string {
  const [pathname = ''] = path.split(/[?#]/)
  const parts = pathname.split(/\{[^}]*\}/)
  return parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('[^/]+')
}

function optionsInterface(at: MswModule): Statement {
  const { structures, module, options } = at
  return structures.exportedInterface({
    name: options,
    docs: structures.docs('The URL of the service, and what responds to calls without a handler.'),
    extends: [module.imports.type('HttpMockOptions', '@tagwire/runtime/mock')],
    properties: [
      structures.property({
        name: 'baseUrl',
        type: 'string | undefined',
        hasQuestionToken: true,
        isReadonly: true,
        docs: structures.docs('The URL of the service; by default, the server in the document.'),
      }),
      othersProperty(at),
    ],
  })
}
