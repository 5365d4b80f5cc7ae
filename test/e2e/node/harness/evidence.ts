/*
 * Real evidence of a duplicate vote: two prevotes of the validator for two blocks that do not exist, signed
 * with its key. The node accepts it, records it in a block and publishes an event.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { EvidenceDuplicateVote, Header, Validator, Vote } from '@tagwire/node-rpc'
import { bytesField, fixedField, varintField, withLength } from './protobuf.js'

interface Offence {
  readonly home: string
  /** A header the node has; the votes are about its height. */
  readonly header: Header
  /** The set of that height. */
  readonly validators: readonly Validator[]
}

export async function duplicateVote(offence: Offence): Promise<EvidenceDuplicateVote> {
  const { home, header, validators } = offence
  const key = await readKey(home)
  const index = validators.findIndex(({ address }) => address === key.address)
  const [vote_a, vote_b] = [0x11, 0x22].map((fill) => signedVote(key, header, index, fill))
  if (!vote_a || !vote_b || index < 0) throw new Error('The node is not a validator')
  const total = validators.reduce((sum, { voting_power }) => sum + BigInt(voting_power), 0n)
  return {
    type: 'tendermint/DuplicateVoteEvidence',
    value: {
      vote_a,
      vote_b,
      TotalVotingPower: String(total),
      ValidatorPower: validators[index]?.voting_power ?? '0',
      Timestamp: header.time,
    },
  }
}

interface Key {
  readonly address: string
  sign(bytes: Uint8Array): string
}

async function readKey(home: string): Promise<Key> {
  const file = path.join(home, 'config', 'priv_validator_key.json')
  const { address, priv_key } = JSON.parse(await readFile(file, 'utf8'))
  const seed = Buffer.from(priv_key.value, 'base64').subarray(0, 32)
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([prefix, seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { address, sign: (bytes) => sign(null, bytes, key).toString('base64') }
}

function signedVote(key: Key, header: Header, index: number, fill: number): Vote {
  const hash = Buffer.alloc(32, fill)
  const timestamp = header.time
  return {
    type: 1,
    height: header.height,
    round: 0,
    block_id: {
      hash: hash.toString('hex').toUpperCase(),
      parts: { total: 1, hash: hash.toString('hex').toUpperCase() },
    },
    timestamp,
    validator_address: key.address,
    validator_index: index,
    signature: key.sign(signBytes(header, hash, timestamp)),
    extension: null,
    extension_signature: null,
  }
}

/** What a vote is signed over: a length and a protobuf record, its fields by number. */
function signBytes({ height, chain_id }: Header, hash: Buffer, timestamp: string): Buffer {
  const parts = Buffer.concat([varintField(1, 1n), bytesField(2, hash)])
  const blockId = Buffer.concat([bytesField(1, hash), bytesField(2, parts)])
  const record = Buffer.concat([
    varintField(1, 1n),
    fixedField(2, BigInt(height)),
    bytesField(4, blockId),
    bytesField(5, timeRecord(timestamp)),
    bytesField(6, Buffer.from(chain_id)),
  ])
  return withLength(record)
}

function timeRecord(timestamp: string): Buffer {
  const seconds = BigInt(Math.floor(Date.parse(timestamp) / 1000))
  const fraction = /\.(\d+)Z$/.exec(timestamp)?.[1] ?? ''
  const nanos = BigInt(fraction.padEnd(9, '0'))
  return Buffer.concat([varintField(1, seconds), ...(nanos ? [varintField(2, nanos)] : [])])
}
