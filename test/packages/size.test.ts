import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleOf } from './bundle.fixture.js'

// So that what programs carry does not creep: what it is today and 2 % of air, in kB of gzip. Who makes one
// of them smaller lowers its limit; who has to raise one says in the change what for.

const limits: readonly [what: string, most: number, program: string][] = [
  [
    'one call of routing, its operation imported alone',
    // Whole answers need what a response was; `middleware`, `init`, `baseUrl` and `idempotencyKey` may be given at run time.
    6.3,
    `import { connectRouting } from '@tagwire/routing'
    import { route } from '@tagwire/routing/operations'
    connectRouting().call(route, {}).then(console.log)`,
  ],
  [
    'one call of routing by its description, in a table of all',
    6.85,
    `import { connectRouting, operations } from '@tagwire/routing'
    connectRouting().call(operations.route, {}).then(console.log)`,
  ],
  [
    'the client of routing',
    // `answer` and `attempt` beside every method.
    9.4,
    `import { createRoutingClient } from '@tagwire/routing'
    createRoutingClient().route({}).then(console.log)`,
  ],
  [
    'status of a node by its description',
    // Retries and hooks are the same for HTTP and JSON-RPC.
    9.05,
    `import { connectNodeRpc, http, methods } from '@tagwire/node-rpc'
    connectNodeRpc({ transport: http('http://a') }).call(methods.status).then(console.log)`,
  ],
  [
    'the client of a node over http',
    10.1,
    `import { createNodeRpcClient, http } from '@tagwire/node-rpc'
    globalThis.client = createNodeRpcClient({ transport: http('http://a') })`,
  ],
  [
    'the client of a node with a subscription',
    22.7,
    `import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
    globalThis.client = createNodeRpcClient({ transport: webSocket('ws://a') })
    globalThis.query = eventQuery`,
  ],
]

test.each(limits)('%s is at most %d kB', async (_, most, program) => {
  const { code } = await bundleOf(program, true)
  // The measure itself: a program that came to nothing would be small, too.
  expect(code).toContain('tagwire.error')
  expect(gzipSync(code, { level: 9 }).length / 1000).toBeLessThanOrEqual(most)
})
