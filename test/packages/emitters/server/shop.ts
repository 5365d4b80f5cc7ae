import type { Server } from '../../../../packages/runtime/src/server/index.js'
import type { Emitted } from '../emitted.fixture.js'

/** The modules of the package, as the tests call them. */
export interface Shop {
  readonly createServer: (options: object) => Server
  readonly createShopClient: (options: object) => Readonly<Record<string, Call>>
}

export type Call = (input?: unknown, options?: object) => Promise<unknown>

export async function loadShop(emitted: Emitted): Promise<Shop> {
  const server = await emitted.load<Pick<Shop, 'createServer'>>('shop/src/server.ts')
  const client = await emitted.load<Pick<Shop, 'createShopClient'>>('shop/src/index.ts')
  return { ...server, ...client }
}

export const rex = { id: 1, name: 'Rex', kind: 'dog' }

/** A handler for each operation, so that a test only writes its own. */
export const handlers: Readonly<Record<string, (input: never, context: never) => unknown>> = {
  listPets: () => ({ status: 200, body: [rex], headers: { 'X-Total': 1 } }),
  addPet: () => ({ status: 201, body: rex }),
  getPet: () => ({ status: 200, body: rex }),
  removePet: () => ({ status: 204 }),
  myPets: () => ({ status: 200, body: [rex] }),
  getPhoto: () => ({ status: 200, body: Uint8Array.of(1, 2, 3) }),
  putPhoto: () => ({ status: 204 }),
  getReport: () => ({ status: 200, body: 'a,b' }),
  exportPet: () => ({ status: 200, body: rex }),
  watch: () => ({ status: 200, body: [{ event: 'pet', data: rex }] }),
  readLines: () => ({ status: 200, body: [rex, rex] }),
  paths: () => ({ status: 204 }),
  queries: () => ({ status: 204 }),
  wholeQuery: () => ({ status: 204 }),
  sendForm: () => ({ status: 204 }),
  sendParts: () => ({ status: 204 }),
  sendChoice: () => ({ status: 204 }),
}

/** Everyone is known. */
export const security: object = {
  token: (token: string) => (token === 'good' ? 'token' : undefined),
  basic: ({ username, password }: { username: string; password: string }) =>
    username === 'me' && password === 'pä:ss' ? 'basic' : undefined,
  key: (key: string) => (key === 'k' ? 'key' : undefined),
}
