import { deepStrictEqual, ok } from 'node:assert/strict'
import * as node038 from '@tagwire/node-rpc'
import * as node037 from '@tagwire/node-rpc/0.37'
import * as validate037 from '@tagwire/node-rpc/0.37/validate'
import * as node039 from '@tagwire/node-rpc/0.39'
import * as validate039 from '@tagwire/node-rpc/0.39/validate'
import * as node040 from '@tagwire/node-rpc/0.40'
import * as validate040 from '@tagwire/node-rpc/0.40/validate'
import * as node10 from '@tagwire/node-rpc/1.0'
import * as validate10 from '@tagwire/node-rpc/1.0/validate'
import * as validate038 from '@tagwire/node-rpc/validate'
import { WebSocket } from 'ws'
import type { TestNode } from '../harness/node.js'

/** The client of each line, which checks what it receives. */
const clientsOf = {
  '0.37': (transport: node038.StreamingTransport) =>
    node037.createNodeRpcClient({
      transport,
      checkRelease: true,
      validate: validate037.responseValidators,
    }),
  '0.38': (transport: node038.StreamingTransport) =>
    node038.createNodeRpcClient({
      transport,
      checkRelease: true,
      validate: validate038.responseValidators,
    }),
  '0.39': (transport: node038.StreamingTransport) =>
    node039.createNodeRpcClient({
      transport,
      checkRelease: true,
      validate: validate039.responseValidators,
    }),
  '0.40': (transport: node038.StreamingTransport) =>
    node040.createNodeRpcClient({
      transport,
      checkRelease: true,
      validate: validate040.responseValidators,
    }),
  '1.0': (transport: node038.StreamingTransport) =>
    node10.createNodeRpcClient({
      transport,
      checkRelease: true,
      validate: validate10.responseValidators,
    }),
} as const

export type LineName = keyof typeof clientsOf

export function isLine(name: string): name is LineName {
  return Object.hasOwn(clientsOf, name)
}

/** Calls whose answers do not change any more, and the same as addresses. */
export interface SettledFacts {
  readonly height: string
  /** Of the block and of a transaction in it, in hexadecimal. */
  readonly block: string
  readonly tx: string
}

function settledCalls({
  height,
  block,
  tx,
}: SettledFacts): readonly (readonly [method: string, input: object, address: string])[] {
  const at = `?height=${height}`
  return [
    ['block', { height }, `block${at}`],
    ['blockByHash', { hash: `0x${block}` }, `block_by_hash?hash=0x${block}`],
    ['blockResults', { height }, `block_results${at}`],
    ['blockchain', { minHeight: 1, maxHeight: 2 }, 'blockchain?minHeight=1&maxHeight=2'],
    [
      'blockSearch',
      { query: `block.height=${height}` },
      `block_search?query="block.height=${height}"`,
    ],
    ['commit', { height }, `commit${at}`],
    ['header', { height }, `header${at}`],
    ['headerByHash', { hash: `0x${block}` }, `header_by_hash?hash=0x${block}`],
    ['validators', { height }, `validators${at}`],
    ['consensusParams', { height }, `consensus_params${at}`],
    ['genesis', {}, 'genesis'],
    ['genesisChunked', {}, 'genesis_chunked'],
    ['tx', { hash: `0x${tx}`, prove: true }, `tx?hash=0x${tx}&prove=true`],
    ['txSearch', { query: `tx.height=${height}` }, `tx_search?query="tx.height=${height}"`],
    ['health', {}, 'health'],
  ]
}

/**
 * Calls a node with the client of its line, over every transport, and compares each result with the plain JSON that the
 * node sends. Returns how many were equal.
 */
export async function compareRawAnswers(
  { url, socketUrl }: TestNode,
  line: LineName,
  facts: SettledFacts,
): Promise<number> {
  const transports = [
    node038.http(url),
    node038.http(url, { batch: true }),
    node038.uri(url),
    node038.webSocket(socketUrl, { WebSocket }),
  ]
  let equal = 0
  for (const transport of transports) {
    // Subscriptions are not called here, so it need not be able to.
    const client: object = clientsOf[line](transport as node038.StreamingTransport)
    for (const [method, input, address] of settledCalls(facts)) {
      const call: unknown = Reflect.get(client, method)
      ok(typeof call === 'function', `${line} has no method ${method}`)
      const result: unknown = await Reflect.apply(call, client, [input])
      const response = await fetch(`${url}/${address}`)
      const plain: unknown = await response.json()
      ok(
        typeof plain === 'object' && plain !== null && 'result' in plain,
        `${address} has no result`,
      )
      deepStrictEqual(result, plain.result, `${line}: ${method} is not what ${address} is`)
      equal += 1
    }
    await transport.close?.()
  }
  return equal
}
