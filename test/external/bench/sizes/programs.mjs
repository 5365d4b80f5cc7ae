// The five programs whose sizes are goals, in bytes of gzip.
export const programs = [
  {
    name: 'one call',
    what: 'one call of routing by its description',
    goal: 4600,
    code: `import { connectRouting, operations } from '@tagwire/routing'
      connectRouting().call(operations.route, {}).then(console.log)`,
  },
  {
    name: 'client',
    what: 'the client of routing',
    goal: 8100,
    code: `import { createRoutingClient } from '@tagwire/routing'
      createRoutingClient().route({}).then(console.log)`,
  },
  {
    name: 'status',
    what: 'status of a node by its description',
    goal: 6600,
    code: `import { connectNodeRpc, http, methods } from '@tagwire/node-rpc'
      connectNodeRpc({ transport: http('') }).call(methods.status).then(console.log)`,
  },
  {
    name: 'http',
    what: 'the client of a node over http',
    goal: 7600,
    code: `import { createNodeRpcClient, http } from '@tagwire/node-rpc'
      globalThis.client = createNodeRpcClient({ transport: http('') })`,
  },
  {
    name: 'webSocket',
    what: 'the client of a node with a subscription',
    goal: 16200,
    code: `import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
      globalThis.client = createNodeRpcClient({ transport: webSocket('') })
      globalThis.query = eventQuery`,
  },
]
