import { pascalCase } from '../model/names.js'
import type { PackageView } from './package-view.js'
import { docBlock } from './typescript/doc.js'
import { functionHead } from './typescript/function-text.js'
import { objectKey, propertyAccess } from './typescript/text.js'
import { type Value, valueText } from './typescript/value-text.js'

/** What the clients of both languages have in common. */
export interface ClientNames {
  readonly create: string
  readonly connect: string
  readonly client: string
  /** Of HTTP clients: what they have for each operation. */
  readonly methods: string
  readonly options: string
}

/** `@tagwire/routing` → `createRoutingClient`, `connectRouting`, `RoutingClient` and its options. */
export function clientNames(packageName: string): ClientNames {
  const name = pascalCase(packageName.replace(/^@[^/]+\//, ''))
  return {
    create: `create${name}Client`,
    connect: `connect${name}`,
    client: `${name}Client`,
    methods: `${name}Methods`,
    options: `${name}ClientOptions`,
  }
}

export function serversBlock(view: PackageView): string {
  const servers = view.model.servers.map(
    (server): Value => ({ url: server.url, description: server.doc }),
  )
  const text = valueText(servers, 0, 50)
  return `${docBlock({ text: 'Where the service is, the default first.' })}export const servers = /*@__PURE__*/ Object.freeze(${text} as const)\n`
}

export interface Connecting {
  /** The type of what makes the calls. */
  readonly api: string
  /** The parameter. */
  readonly options: string
  /** The lines of the function. */
  readonly body: readonly string[]
  /** What stands for an operation or a method of the document. */
  readonly example: string
}

/** What the methods of a client are made with, without the methods: for programs of few calls. */
export function connectBlock(
  names: ClientNames,
  { api, options, body, example }: Connecting,
): string {
  const text = `Makes calls, as \`call(${example}, …)\`, for programs that cannot carry a whole client.`
  const doc = docBlock({ text })
  const lines = body.map((line) => `  ${line}\n`).join('')
  return `${doc}${functionHead(names.connect, options, api, ' {')}\n${lines}}\n`
}

/** `operations.route`: the first that there is. */
export function exampleOf({ model }: PackageView, table: string): string {
  return table + propertyAccess(model.operations[0]?.name ?? '')
}

/** A method of an interface; its parameters stand on lines of their own when one is too short. */
export function methodLine(name: string, parameters: readonly string[], result: string): string {
  const key = methodKey(name)
  const flat = `  ${key}(${parameters.join(', ')}): ${result}`
  if (flat.length <= 100) return flat
  const broken = parameters.map((parameter) => `    ${parameter},\n`).join('')
  return `  ${key}(\n${broken}  ): ${result}`
}

/** Without quotes, `new()` in an interface would say that the client itself is a class. */
function methodKey(name: string): string {
  return name === 'new' ? `'new'` : objectKey(name)
}
