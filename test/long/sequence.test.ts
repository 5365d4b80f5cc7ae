import { expect, test } from 'vitest'
import {
  createRpcClient,
  joinSequence,
  mockTransport,
} from '../../packages/runtime/src/rpc/comet/index.js'

// Half a gigabyte of base64: too much for `test/unit/runtime/rpc/paginate-and-wait.test.ts`, which has the other limits.
test('a node does not fill the memory with pieces of a genesis', async () => {
  const data = Buffer.alloc(2 ** 24, ' ').toString('base64')
  let asked = 0
  const genesisChunked = () => {
    asked++
    return { total: '9000', data }
  }
  const client = createRpcClient({ transport: mockTransport({ handlers: { genesisChunked } }) })
  const method = {
    name: 'genesis_chunked',
    safe: true,
    params: [{ name: 'chunk', kind: 'integer' as const }],
  }
  const sequence = { index: 'chunk', total: '/total', data: '/data', encoding: 'base64' } as const
  await expect(joinSequence(client, method, sequence)).rejects.toMatchObject({
    name: 'TransportError',
    fault: 'body',
  })
  expect(asked).toBe(17)
})
