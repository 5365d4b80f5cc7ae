/** A stranger's program: everything is imported, the usual things are done. */
import * as nodeRpc from '@tagwire/node-rpc'
import { type Evidence, isPublicKeyEd25519, matchEvidence } from '@tagwire/node-rpc'
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

export const everything = [nodeRpc, routing, core, http, rpc, union]

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
