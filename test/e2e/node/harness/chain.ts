import { createHash } from 'node:crypto'
import type { NodeRpcClient, ResultTx, Transport } from '@tagwire/node-rpc'

let made = 0

/** A new transaction for the built-in application. */
export function newTx(key = `k${process.pid}x${++made}`, value = 'v'): Uint8Array {
  return new TextEncoder().encode(`${key}=${value}`)
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest())
}

export function hexBytes(hex: string): `0x${string}` {
  return `0x${hex}`
}

/** Sends a transaction and waits until the node can find it. */
export async function commitTx(
  client: NodeRpcClient<Transport>,
  tx: Uint8Array = newTx(),
): Promise<ResultTx> {
  await client.broadcastTxSync({ tx })
  return client.waitForTx({ hash: sha256(tx) }, { intervalMs: 50 })
}

/** The transaction that changes the power of the node's own validator. */
export async function powerTx(
  client: NodeRpcClient<Transport>,
  power: number,
): Promise<Uint8Array> {
  const { validator_info } = await client.status()
  const text = `val=ed25519!${validator_info.pub_key?.value}!${power}`
  return new TextEncoder().encode(text)
}
