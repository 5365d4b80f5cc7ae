// What a program in CommonJS does, in every Node that can require() a module.
const { createRoutingClient, isTransportError } = require('@tagwire/routing')
const { mockRouting } = require('@tagwire/routing/mock')
const { createNodeRpcClient } = require('@tagwire/node-rpc')
const { mockNodeRpc } = require('@tagwire/node-rpc/mock')
const { responseValidators } = require('@tagwire/node-rpc/validate')

async function main() {
  const { chains } = await createRoutingClient({ fetch: mockRouting() }).chains()
  const client = createNodeRpcClient({ transport: mockNodeRpc(), validate: responseValidators })
  const { node_info } = await client.status()
  const answer = { chains: chains.length > 3, node: typeof node_info.version }
  const failure = createRoutingClient({ baseUrl: 'http://[', retry: false }).chains()
  answer.failure = isTransportError(await failure.catch((error) => error))
  console.log(JSON.stringify(answer))
}

main()
