// The five programs whose sizes are goals, in bytes of gzip.
export const programs = [
  {
    name: 'one call',
    what: 'one call of routing, its operation imported alone',
    goal: 5200,
    code: `import { connectRouting } from '@tagwire/routing'
      import { route } from '@tagwire/routing/operations'
      connectRouting().call(route, {}).then(console.log)`,
  },
  {
    name: 'client',
    what: 'the client of routing',
    goal: 7500,
    code: `import { createRoutingClient } from '@tagwire/routing'
      createRoutingClient().route({}).then(console.log)`,
  },
  {
    name: 'status',
    what: 'status of a node, its method imported alone',
    goal: 7900,
    code: `import { connectNodeRpc, http } from '@tagwire/node-rpc'
      import { status } from '@tagwire/node-rpc/methods'
      connectNodeRpc({ transport: http('') }).call(status).then(console.log)`,
  },
  {
    name: 'http',
    what: 'the client of a node over http',
    goal: 9000,
    code: `import { createNodeRpcClient, http } from '@tagwire/node-rpc'
      globalThis.client = createNodeRpcClient({ transport: http('') })`,
  },
  {
    name: 'webSocket',
    what: 'the client of a node with a subscription',
    goal: 20500,
    code: `import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
      globalThis.client = createNodeRpcClient({ transport: webSocket('') })
      globalThis.query = eventQuery`,
  },
]
