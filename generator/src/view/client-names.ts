import { pascalCase } from '../model/names.js'

/** The names that HTTP and JSON-RPC clients have in common. */
export interface ClientNames {
  /** The module that exports them: `./client.js`. */
  readonly module: string
  readonly create: string
  readonly connect: string
  readonly client: string
  /** HTTP only: the interface with one method per operation. */
  readonly methods: string
  readonly options: string
}

/** A package name without scope, line and trailing release: `node-rpc` for `@tagwire/node-rpc-0.37`, and for `…/0.37`. */
export function baseName(packageName: string): string {
  const [name = ''] = packageName.replace(/^@[^/]+\//, '').split('/')
  return name.replace(/(?<=[^.-])[.-]v?\d+(?:\.\d+)+$/, '')
}

/** `@tagwire/routing` → `createRoutingClient`, `connectRouting`, `RoutingClient` and its options. */
export function clientNames(packageName: string): ClientNames {
  const name = pascalCase(baseName(packageName))
  return {
    module: './client.js',
    create: `create${name}Client`,
    connect: `connect${name}`,
    client: `${name}Client`,
    methods: `${name}Methods`,
    options: `${name}ClientOptions`,
  }
}

/** `@tagwire/routing` → `createRoutingHttp`, in the entry `./http`. */
export function httpClientName(packageName: string): string {
  return `create${pascalCase(baseName(packageName))}Http`
}

/** The names that the mock of a package exports. */
export interface MockNames {
  /** The module that exports them: `./mock.js`. */
  readonly module: string
  readonly mock: string
  readonly handlers: string
  readonly type: string
}

/** `@tagwire/routing` → `mockRouting`, `RoutingMockHandlers`. */
export function mockNames(packageName: string): MockNames {
  const name = pascalCase(baseName(packageName))
  return {
    module: './mock.js',
    mock: `mock${name}`,
    handlers: `${name}MockHandlers`,
    type: `${name}Mock`,
  }
}

/** Prefixed like the client: a document may have its own `Events`. */
export function eventNames(packageName: string) {
  const prefix = clientNames(packageName).client.replace(/Client$/, '')
  return { events: `${prefix}Events`, kind: `${prefix}EventKind`, keys: `${prefix}EventKeys` }
}
