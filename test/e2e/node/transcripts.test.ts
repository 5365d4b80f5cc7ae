/* For machines without a node, and to notice when the document and the recordings part. */
import { readFile } from 'node:fs/promises'
import {
  createNodeRpcClient,
  errorRules,
  isEventData,
  isRpcError,
  methods,
  RpcError,
} from '@tagwire/node-rpc'
import { classify } from '@tagwire/runtime/rpc'
import { beforeAll, describe, expect, it } from 'vitest'
import { release } from './harness/binary.js'
import { take } from './harness/collect.js'
import { loadStrict, type Strict } from './harness/strict.js'
import { replayEvents, replays } from './replay.js'
import { type EventTranscript, requestOf, type Transcript } from './transcript.js'

async function read<T>(name: string): Promise<T> {
  const file = new URL(`transcripts/${name}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8'))
}

let strict: Strict

beforeAll(async () => {
  strict = await loadStrict()
})

describe.each(Object.entries(replays))('recorded over %s', async (name, replay) => {
  const transcript = await read<Transcript>(name)

  it('is of the release that the tests are about, and has every method', () => {
    expect(transcript.release).toBe(release)
    const streaming = ['subscribe', 'unsubscribe', 'unsubscribe_all']
    const recorded = new Set(transcript.exchanges.map(({ method }) => method))
    expect([...recorded, ...streaming].sort()).toEqual([...strict.methods].sort())
  })

  it('every call sends what it sent then, and reads the answer', async () => {
    const node = replay()
    for (const exchange of transcript.exchanges) {
      node.play(exchange)
      const outcome = await node.transport
        .call(requestOf(exchange, methods))
        .catch((error) => error)
      expect(node.sent).toEqual(exchange.sent)
      if (exchange.reason === undefined) expect(outcome).toEqual(exchange.answer.result)
      else expect(isRpcError(outcome)).toBe(true)
    }
    await node.transport.close()
  })

  it('every answer is as the document says, every error is known', () => {
    for (const { method, answer, reason } of transcript.exchanges) {
      if (reason === undefined) expect(strict.result(method, answer.result)).toEqual([])
      else expect(reason).not.toBe('other')
    }
  })
})

describe('recorded events', async () => {
  const { recordings } = await read<EventTranscript>('events')

  it.each(recordings)('$query', async (recording) => {
    const client = createNodeRpcClient({ transport: replayEvents(recording) })
    const events = client.subscribe(recording.query, { resume: 'none' })
    const taken = await take(events, recording.notifications.length)
    expect(taken).toEqual(recording.notifications)
    expect(taken.every(({ data }) => isEventData(data))).toBe(true)
    expect(taken.flatMap((event) => strict.notification(event))).toEqual([])
    await client.close()
  })
})

describe('the check itself', () => {
  const status = { node_info: {}, sync_info: {}, validator_info: {} }

  it('names what is missing, unknown, null or badly written', () => {
    const block = { block_id: { hash: 'ab', parts: { total: 1.5, hash: null } }, block: null, x: 1 }
    expect(strict.result('block', block)).toEqual([
      'block.block_id.hash: "ab" is not hex',
      'block.block_id.parts.total: number where the document says integer',
      'block.block_id.parts.hash: null where the document says string',
      'block.x: not in the document',
    ])
    expect(strict.result('status', status)).toContain('status.node_info: network is missing')
    expect(strict.result('nonsense', {})).toEqual(['nonsense: no such method'])
  })

  it('reads an error of the node as the document does', () => {
    const error = new RpcError({ code: -32603, message: '', data: 'tx (AB) not found' }, 'tx')
    expect(classify(error, errorRules)).toBe('tx-not-found')
  })
})
