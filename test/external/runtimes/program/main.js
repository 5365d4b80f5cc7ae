// Plain modules, no built-ins of any runtime: what runs here runs anywhere.
import { executionTable } from './execution.js'
import { nodeTable } from './node.js'
import { routingTable } from './routing.js'
import { rpcFaultTable } from './rpc-faults.js'
import { sharedTable } from './shared.js'

const parts = {
  routing: routingTable,
  faults: rpcFaultTable,
  shared: sharedTable,
  execution: executionTable,
  node: nodeTable,
}

/** The table of one part; `places` says which one, and where the servers are. */
export function tableOf(places) {
  return parts[places.part](places)
}
