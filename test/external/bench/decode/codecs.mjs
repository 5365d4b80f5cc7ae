// The same two answers by zod codecs: what a careful user of zod writes for the members that change.
import { z } from 'zod'

const int64 = z.codec(z.string(), z.bigint(), { decode: (text) => BigInt(text), encode: String })
const base64 = z.codec(z.base64(), z.instanceof(Uint8Array), {
  decode: (text) => z.util.base64ToUint8Array(text),
  encode: (bytes) => z.util.uint8ArrayToBase64(bytes),
})
const hex = z.codec(z.hex(), z.instanceof(Uint8Array), {
  decode: (text) => z.util.hexToUint8Array(text),
  encode: (bytes) => z.util.uint8ArrayToHex(bytes).toUpperCase(),
})
// Milliseconds: the rest of the nanoseconds is lost, because a `Date` has no room for it.
const time = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

const parts = z.looseObject({ total: z.number(), hash: hex })
const blockId = z.looseObject({ hash: hex, parts })
const event = z.looseObject({
  type: z.string(),
  attributes: z.array(z.looseObject({ key: z.string(), value: z.string(), index: z.boolean() })),
})
const result = z.looseObject({
  code: z.number(),
  data: base64.nullable(),
  gas_wanted: int64,
  gas_used: int64,
  events: z.array(event),
})

export const blockResults = z.looseObject({
  height: int64,
  txs_results: z.array(result).nullable(),
  finalize_block_events: z.array(event).nullable(),
  app_hash: base64.nullable(),
})

const header = z.looseObject({
  version: z.looseObject({ block: int64, app: int64.optional() }),
  height: int64,
  time,
  last_block_id: blockId,
  last_commit_hash: hex,
  data_hash: hex,
  validators_hash: hex,
  next_validators_hash: hex,
  consensus_hash: hex,
  app_hash: hex,
  last_results_hash: hex,
  evidence_hash: hex,
  proposer_address: hex,
})

export const block = z.looseObject({
  block_id: blockId,
  block: z.looseObject({
    header,
    data: z.looseObject({ txs: z.array(base64) }),
    last_commit: z.looseObject({
      height: int64,
      block_id: blockId,
      signatures: z.array(
        z.looseObject({ validator_address: hex, timestamp: time, signature: base64.nullable() }),
      ),
    }),
  }),
})
