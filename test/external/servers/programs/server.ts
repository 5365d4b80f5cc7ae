import { handlers, rex, security } from '../../../packages/emitters/server/shop.js'
import { createServer } from '../.cache/shop/src/server.js'

export { nodeHandler } from '../../../../packages/runtime/src/server/node/index.js'

/** The server of every platform: a handler for each operation, some of which say what they got. */
const given = {
  ...handlers,
  listPets: ({ query }: { query: { limit?: number } }) => ({
    status: 200,
    body: [rex, { ...rex, id: 2 }].slice(0, query.limit),
    headers: { 'X-Total': 2 },
  }),
  addPet: ({ body }: { body: object }) => ({ status: 201, body }),
  getPet: ({ path: { id } }: { path: { id: number } }) =>
    id < 10 ? { status: 200, body: { ...rex, id } } : { status: 404, body: { detail: 'none' } },
  removePet: () => Promise.reject(new Error('a secret of the handler')),
  getPhoto: () => ({ status: 200, body: new Uint8Array([0, 1, 254, 255]) }),
}

export const server: { fetch(request: Request): Promise<Response> } = createServer({
  operations: given as never,
  security: security as never,
  onError: () => {},
})
export default server
