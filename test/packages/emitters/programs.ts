import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Programs that use the output of the emitters: they compile, except for their deliberate mistakes, and
 * READMEs begin like them.
 */
export function programsOf(folder: string, repository: string): Readonly<Record<string, string>> {
  const start = (emitter: string): string => startOfReadme(repository, emitter)
  return {
    'zod.ts': [
      ZOD,
      ...typesOfSchemas(folder, 'routing'),
      ...typesOfSchemas(folder, 'node-rpc'),
    ].join('\n'),
    'zod-readme.ts': inFolder(start('zod')),
    'msw.ts': MSW,
    'msw-readme.ts': inFolder(start('msw')),
    'query.ts': QUERY,
    'query-dates.ts': QUERY_DATES,
    'query-readme.ts': inFolder(start('query')),
    'query-readme-keys.ts': inFolder(programOfReadme(repository, 'query', 1)),
    'server.ts': SERVER,
    'server-readme.ts': inFolder(start('server')),
  }
}

/** The first program in the README of an emitter. */
export function startOfReadme(repository: string, emitter: string): string {
  return programOfReadme(repository, emitter, 0)
}

/** Another one. Those of the server need Node's types or a framework: `tool servers` runs their like. */
function programOfReadme(repository: string, emitter: string, index: number): string {
  const file = path.join(repository, 'packages', `emit-${emitter}`, 'README.md')
  const blocks = [...readFileSync(file, 'utf8').matchAll(/```typescript\n([\s\S]*?)```/g)]
  const program = blocks[index]?.[1]
  if (program === undefined) throw new Error(`the README of ${emitter} has no program ${index + 1}`)
  return program
}

/** The document in the README of an emitter. */
export function documentOfReadme(repository: string, emitter: string): string {
  const file = path.join(repository, 'packages', `emit-${emitter}`, 'README.md')
  const [, document = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8')) ?? []
  return document
}

/** Imports the package by path. */
function inFolder(program: string): string {
  return program
    .replaceAll(/'@tagwire\/routing'/g, "'./routing/src/index.js'")
    .replaceAll(/'@(?:tagwire|acme)\/(routing|api)\/(\w+)'/g, "'./$1/src/$2.js'")
}

/** Each schema gives the type of its name, in both directions. */
function typesOfSchemas(folder: string, name: string): string[] {
  const id = name.replace('-', '')
  const text = readFileSync(path.join(folder, name, 'src/zod.ts'), 'utf8')
  const pairs = [...text.matchAll(/\{@link (\w+)\}\.(?:[^/]|\/(?!\*\*))*?export const (\w+)/g)]
  if (pairs.length <= 50) throw new Error(`${name} has ${pairs.length} schemas`)
  return [
    `import type * as ${id} from './${name}/src/index.js'`,
    `import type * as ${id}Zod from './${name}/src/zod.js'`,
    ...pairs.map(
      ([, type, schema]) =>
        `export const ${id}${schema}: Same<z.output<typeof ${id}Zod.${schema}>, ${id}.${type}> = true`,
    ),
  ]
}

const ZOD = `
import type { z } from 'zod'
import type { Swap } from './routing/src/index.js'
import { AssetSchema, OperationSchema, TransferSchema } from './routing/src/zod.js'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : [A, B]) : [A, B]

const listed = AssetSchema.extend({ verified: TransferSchema })
export const denom: string = listed.parse({}).denom
export const port: string | undefined = listed.parse({}).verified.port
const operation = OperationSchema.parse({})
export const swap: Swap | undefined = operation.swap ? operation.swap : undefined
// @ts-expect-error a kind that no operation has
operation.teleport
// @ts-expect-error it may be absent
export const symbol: string = AssetSchema.parse({}).symbol
`

const MSW = `
import { setupServer } from 'msw/node'
import { mswNodeRpc } from './node-rpc/src/msw.js'
import { mswRouting, type RoutingMswOptions } from './routing/src/msw.js'

const options: RoutingMswOptions = { baseUrl: 'http://localhost:8080', others: 'pass' }
export const server = setupServer(
  ...mswRouting({ chains: ({ include_evm } = {}) => ({ chains: include_evm ? [] : [] }) }, options),
  ...mswNodeRpc({ health: () => ({}) }),
)
// @ts-expect-error no operation is called so
mswRouting({ chain: () => ({ chains: [] }) })
// @ts-expect-error chains are a list
mswRouting({ chains: () => ({ chains: 1 }) })
// @ts-expect-error no method is called so
mswNodeRpc({ helth: () => ({}) })
`

const QUERY = `
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { createRoutingClient } from './routing/src/index.js'
import { responseDecoders } from './routing/src/decode.js'
import { chainsQuery, operationKey, routeQuery, submitMutation, tagKey, waitForStatusQuery } from './routing/src/query.js'
import { createNodeRpcClient, http, type NodeRpcClient } from './node-rpc/src/index.js'
import { responseDecoders as nodeDecoders } from './node-rpc/src/decode.js'
import { statusQuery, txSearchPages } from './node-rpc/src/query.js'
import { createShopClient } from './shop/src/index.js'
import { addPetMutation, clientKey, getPetQuery, watchQuery } from './shop/src/query.js'
import { createPagesClient } from './pages/src/index.js'
import { listUsersPages } from './pages/src/query.js'

declare const node: NodeRpcClient
const cache = new QueryClient()
const routing = createRoutingClient()
const options = chainsQuery(routing, { include_evm: true })

const fetched = await cache.fetchQuery(options)
export const names: string[] = fetched.chains.map((chain) => chain.chain_name ?? '')
export const cached = cache.getQueryData(options.queryKey)?.chains.length
export const observed = new QueryObserver(cache, waitForStatusQuery(routing, { tx_hash: 'a', chain_id: 'b' })).getCurrentResult().data?.transfers
const submitted = await new MutationObserver(cache, submitMutation(routing)).mutate({ tx: 'AA==', chain_id: 'a' })
export const hash: string | undefined = submitted.tx_hash
export const pages = new InfiniteQueryObserver(cache, txSearchPages(node, { query: 'a' })).getCurrentResult().data?.pages.flatMap(({ txs }) => txs)

// Errors, as the document describes them
const shop = createShopClient()
const { error } = new QueryObserver(cache, getPetQuery(shop, { id: 1 })).getCurrentResult()
if (error?.name === 'ApiError' && error.status === 404) {
  const detail: string | undefined = error.body.detail
  void detail
  // @ts-expect-error a member that the body of this status does not have
  error.body.title2
}
// @ts-expect-error it may be another error
error?.status
const stored: typeof error | undefined = cache.getQueryState(getPetQuery(shop, { id: 1 }).queryKey)?.error
const failed = new MutationObserver(cache, addPetMutation(shop)).getCurrentResult().error
export const status: 409 | number | undefined = failed?.name === 'ApiError' ? failed.status : undefined
export const late: number | undefined = stored?.name === 'TimeoutError' ? stored.timeoutMs : undefined
const nodeError = new QueryObserver(cache, statusQuery(node)).getCurrentResult().error
export const code: number | undefined = nodeError?.name === 'RpcError' ? nodeError.code : undefined
new QueryObserver(cache, { ...getPetQuery(shop, { id: 1 }), retry: (_, error) => error.name !== 'ApiError' })

// Pages of HTTP and items of a stream
const users = new InfiniteQueryObserver(cache, listUsersPages(createPagesClient(), { limit: 2 })).getCurrentResult().data
export const ids: number[] | undefined = users?.pages.flatMap(({ items }) => items.map(({ id }) => id))
const items = new QueryObserver(cache, watchQuery(shop)).getCurrentResult().data
export const events: ('pet' | 'note')[] | undefined = items?.map(({ event }) => event)

// Decoded values
const decoding = createNodeRpcClient({ transport: http('http://a.example'), decode: nodeDecoders })
export const height: bigint | undefined = cache.getQueryData(statusQuery(decoding).queryKey)?.sync_info.latest_block_height
const amounts = await cache.fetchQuery(routeQuery(createRoutingClient({ decode: responseDecoders }), { source_asset_denom: 'a', source_asset_chain_id: 'b', dest_asset_denom: 'c', dest_asset_chain_id: 'd', amount_in: '1' }))
export const amount: bigint = amounts.amount_in

await cache.invalidateQueries({ queryKey: operationKey('chains', routing) })
await cache.invalidateQueries({ queryKey: clientKey(shop) })
await cache.invalidateQueries({ queryKey: tagKey('Info') })
// @ts-expect-error an operation that the document does not have
operationKey('chain')
// @ts-expect-error a tag that the document does not have
tagKey('Infos')
// @ts-expect-error a member that no such query has
chainsQuery(routing, { include_emv: true })
// @ts-expect-error the body is not optional
new MutationObserver(cache, submitMutation(routing)).mutate()
// @ts-expect-error the client of another service
chainsQuery(shop)
`

const QUERY_DATES = `
import { QueryClient } from '@tanstack/query-core'
import { createDatedClient } from './dated/src/index.js'
import { addEventMutation, exportEventsQuery, listEventsQuery, listNamesQuery } from './dated/src/query.js'

const dated = createDatedClient()
const cache = new QueryClient()
const events = await cache.fetchQuery(listEventsQuery(dated, { since: '2026-11-22T05:00:00Z' }))
export const starts: Date | undefined = events[0]?.starts
export const cached: Date | undefined = cache.getQueryData(listEventsQuery(dated).queryKey)?.[0]?.starts
export const names: string[] = await cache.fetchQuery(listNamesQuery(dated))
export const streamed: Date | undefined = cache.getQueryData(exportEventsQuery(dated).queryKey)?.[0]?.starts
export const added = addEventMutation(dated).mutationFn({ starts: '2026-11-22T05:00:00Z' })
`

const SERVER = `
import { createServer as createCalc, type ServerOperations as CalcOperations } from './calc/src/server.js'
import { createServer, type ServerOperations, type ServerSecurity } from './shop/src/server.js'

declare const others: Omit<ServerOperations<User>, 'listPets' | 'addPet' | 'getPet'>
interface User { readonly id: number }
const rex = { id: 1, name: 'Rex', kind: 'dog' as const }
const security = { token: async (token, { scopes }) => ({ id: token.length + scopes.length }) } satisfies ServerSecurity<User>

export const server: { fetch(request: Request): Promise<Response> } = createServer({
  security,
  limits: { maxBodyBytes: 1000, timeoutMs: Infinity },
  checkResults: true,
  operations: {
    ...others,
    listPets: ({ query }) => {
      const limit: number | undefined = query.limit
      return { status: 200, body: [rex].slice(0, limit), headers: { 'X-Total': 1 } }
    },
    addPet: async ({ body }, { identity, request, signal }) => {
      const id: number = identity.id
      const name: string = body.name
      signal.throwIfAborted()
      return request.url === '' ? { status: 503 } : { status: 201, body: { ...rex, id, name } }
    },
    getPet: ({ path }, { identity }) => {
      // @ts-expect-error it may be called by anyone
      identity.id
      return path.id > 0 ? { status: 200, body: rex } : { status: 404, body: { detail: 'none' } }
    },
  },
})

const rest = { ...others, addPet: () => ({ status: 503 as const }), getPet: () => ({ status: 200 as const, body: rex }) }
// @ts-expect-error an operation is missing
createServer({ security, operations: rest })
// @ts-expect-error someone has to say who calls
createServer({ operations: { ...rest, listPets: () => ({ status: 200, body: [rex], headers: { 'X-Total': 1 } }) } })
const all = { ...rest, listPets: () => ({ status: 200 as const, body: [rex], headers: { 'X-Total': 1 } }) }
const who = () => ({ id: 1 })
export const withChoice = createServer({ security: { key: who, basic: ({ username }) => ({ id: username.length }) }, operations: all })
// @ts-expect-error without the function of a scheme that an operation requires, nobody could call it
createServer({ security: { key: who }, operations: all })
// @ts-expect-error the same, with none
createServer({ security: {}, operations: all })
// @ts-expect-error a scheme that the document does not have
createServer({ security: { token: who, tokn: who }, operations: all })
// @ts-expect-error a status that the document does not have
createServer({ security, operations: { ...rest, listPets: () => ({ status: 201, body: [rex], headers: { 'X-Total': 1 } }) } })
// @ts-expect-error a wrong body
createServer({ security, operations: { ...rest, listPets: () => ({ status: 200, body: [{ id: 1 }], headers: { 'X-Total': 1 } }) } })
// @ts-expect-error a header that is required
createServer({ security, operations: { ...rest, listPets: () => ({ status: 200, body: [rex] }) } })
// @ts-expect-error an operation that the document does not have
createServer({ security, operations: { ...rest, listPets: () => ({ status: 200, body: [rex], headers: { 'X-Total': 1 } }), listDogs: () => ({ status: 200 }) } })
// @ts-expect-error a parameter that the operation does not have
const getPet: ServerOperations<User>['getPet'] = ({ query }) => ({ status: 200, body: { ...rex, id: query.id } })
// @ts-expect-error a body of another status
const addPet: ServerOperations<User>['addPet'] = () => ({ status: 201, body: { detail: 'known' } })
export const unused = [getPet, addPet]

const calc: CalcOperations = {
  add: ({ left, right }) => left + (right ?? 0),
  findItem: async ({ id }, { signal }) => ({ id: signal.aborted ? '' : id }),
  log: () => null,
}
export const rpc = createCalc({ operations: calc, limits: { maxBatch: 10 } })
// @ts-expect-error a wrong result
createCalc({ operations: { ...calc, add: () => 'three' } })
// @ts-expect-error a parameter that the method does not have
createCalc({ operations: { ...calc, add: ({ lefty }) => lefty } })
`
