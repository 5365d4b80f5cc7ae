import { expect, it } from 'vitest'
import {
  byPosition,
  createRpcClient,
  http,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { methodOf } from '../methods.fixture.js'

const getTraces = methodOf(
  'get_traces',
  { block: 'json', full: 'json' },
  { required: ['block'], byPosition },
)
const getLogs = methodOf(
  'get_logs',
  { from: 'integer', to: 'integer', limit: 'json', full: 'json' },
  { required: ['from'], byPosition },
)

/** What a server gets for the parameters of a call. */
async function sent(params: object, method = getLogs): Promise<unknown> {
  let body = ''
  const transport = http('http://node.example', {
    fetch: async (_, init) => {
      body = String(init.body)
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, result: true })
    },
  })
  await createRpcClient({ transport }).call<object, unknown>(method, params)
  return JSON.parse(body).params
}

it.each([
  [{ from: 5n }, ['5']],
  [{ to: 7, from: 5 }, ['5', '7']],
  [{ from: 5, full: false }, ['5', null, null, false]],
  [{ from: 5, to: undefined, limit: undefined }, ['5']],
])('%o is sent as a list in document order', async (params, list) => {
  expect(await sent(params)).toEqual(list)
})

it('a name that the method does not have is refused all the same', async () => {
  await expect(sent({ from: 1, until: 2 })).rejects.toThrow("has no parameter 'until'")
})

it('a null that is needed is sent, also at the end', async () => {
  expect(await sent({ block: null }, getTraces)).toEqual([null])
  expect(await sent({ block: null, full: null }, getTraces)).toEqual([null])
})

it('names that are whole numbers stay in their order', async () => {
  const params = ['key', '1', '0'].map((name) => {
    return { name, kind: 'json', required: name === 'key' } as const
  })
  const put = { name: 'put', safe: true, params, byPosition }
  expect(await sent({ 0: 'zero', 1: 'one', key: 'k' }, put)).toEqual(['k', 'one', 'zero'])
  expect(await sent({ 1: 'one', key: 'k' }, put)).toEqual(['k', 'one'])
})

it('a missing required parameter is an error', async () => {
  await expect(sent({ to: 2 })).rejects.toThrow('needs the parameter from')
})
