// Clients that are made once and used again and again: in Workers, by one request after another.
import { createNodeRpcClient, http, uri, webSocket } from '@tagwire/node-rpc'
import { createRoutingClient } from '@tagwire/routing'
import { createStage, outcomeOf } from './outcome.js'

export function sharedClients(places) {
  const { scripted, sockets, WebSocket } = places
  const stage = createStage({ ...places, part: 'shared' })
  const place = () => stage(scripted, 'right').url
  const rpc = (transport) => createNodeRpcClient({ transport })
  const routing = createRoutingClient({ baseUrl: place() })
  const clients = {
    http: rpc(http(place(), { batch: true })),
    uri: rpc(uri(place())),
    webSocket: rpc(webSocket(stage(sockets, 'right').url, WebSocket && { WebSocket })),
  }
  return async (turn) => {
    const table = {
      [`routing, turn ${turn}`]: await outcomeOf(() => routing.chains()),
      [`a wait, turn ${turn}`]: await outcomeOf(() =>
        routing.waitForStatus({ tx_hash: 'A', chain_id: 'b' }),
      ),
    }
    for (const [name, client] of Object.entries(clients)) {
      const both = () => Promise.all([client.health(), client.numUnconfirmedTxs()])
      table[`${name}, turn ${turn}`] = await outcomeOf(both)
      const tx = new Uint8Array([1])
      table[`${name}, sent once, turn ${turn}`] = await outcomeOf(() =>
        client.broadcastTxSync({ tx }),
      )
    }
    return table
  }
}

/** The same, where there are no requests. */
export async function sharedTable(places) {
  const calls = sharedClients(places)
  const tables = []
  for (const turn of [1, 2, 3]) tables.push(await calls(turn))
  return Object.assign({}, ...tables)
}
