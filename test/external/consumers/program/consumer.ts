/** A stranger's program: everything is imported, the usual things are done. */
import * as nodeRpc from '@tagwire/node-rpc'
import { type Evidence, isPublicKeyEd25519, matchEvidence } from '@tagwire/node-rpc'
import * as earlier from '@tagwire/node-rpc-0.37'
import { decodeResultBlockResults as decodeEarlier } from '@tagwire/node-rpc-0.37/decode'
import * as later from '@tagwire/node-rpc-1.0'
import { responseDecoders } from '@tagwire/node-rpc-1.0/decode'
import * as routing from '@tagwire/routing'
import {
  type BridgeType,
  bridgeTypes,
  isOperationTransfer,
  matchOperation,
  type Operation,
  operationKind,
  operationTransfer,
  type Route,
} from '@tagwire/routing'
import type { components, paths } from '@tagwire/routing/schema'
import * as core from '@tagwire/runtime/core'
import * as http from '@tagwire/runtime/http'
import * as rpc from '@tagwire/runtime/rpc'
import * as union from '@tagwire/runtime/union'

export const everything = [nodeRpc, earlier, later, routing, core, http, rpc, union]

/** Each release line has its own shapes under the same names. */
export const eventsOf = (results: earlier.ResultBlockResults): unknown[] =>
  decodeEarlier(results).begin_block_events ?? []

export async function pbtsHeight(): Promise<bigint | undefined> {
  const transport = later.http('http://127.0.0.1:26657')
  const node = later.createNodeRpcClient({ transport, decode: responseDecoders })
  const { consensus_params } = await node.consensusParams()
  return consensus_params.feature.pbts_enable_height
}

/** The raw types of the document are the named ones: there is one world of types. */
export function routeOf(raw: components['schemas']['Route']): Route {
  return raw
}

export type Path = keyof paths

export function describe(operation: Operation): string {
  if (isOperationTransfer(operation)) return operation.transfer.port ?? ''
  if (operation.swap?.swap_in) return 'swap'
  return matchOperation(operation, {
    bank_send: (payload, value) => `${payload.denom} ${value.amount_in}`,
    otherwise: () => operationKind(operation) ?? 'unknown',
  })
}

export function heights(evidence: Evidence): string {
  return matchEvidence(evidence, {
    'tendermint/DuplicateVoteEvidence': (payload) => payload.TotalVotingPower,
    otherwise: () => '',
  })
}

const shared = { tx_index: 0, amount_in: '1', amount_out: '1' }
const made = operationTransfer({ port: 'transfer' }, shared)
const bridge: BridgeType = 'TELEPORT'

export const results: readonly (readonly [string, unknown, unknown])[] = [
  ['describe', describe(made), 'transfer'],
  ['kind', operationKind(made), 'transfer'],
  ['an array', operationKind([made]), undefined],
  ['a key', isPublicKeyEd25519({ type: 'tendermint/PubKeyEd25519', value: '' }), true],
  ['an enumeration', bridgeTypes.some((each) => each === bridge), false],
]
