/*
 * What live nodes of the releases before and after 0.38 gave (v0.37.16 and v1.0.1), against the package
 * of their release and against the one of 0.38. `pnpm tool releases` records it anew.
 */
import { readFileSync } from 'node:fs'
import * as node038 from '@tagwire/node-rpc'
import * as decode038 from '@tagwire/node-rpc/decode'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import * as validate038 from '@tagwire/node-rpc/validate'
import * as node037 from '@tagwire/node-rpc-0.37'
import * as decode037 from '@tagwire/node-rpc-0.37/decode'
import * as validate037 from '@tagwire/node-rpc-0.37/validate'
import * as node10 from '@tagwire/node-rpc-1.0'
import * as decode10 from '@tagwire/node-rpc-1.0/decode'
import * as validate10 from '@tagwire/node-rpc-1.0/validate'
import { describe, expect, test } from 'vitest'
import { backfillKindOf, written } from '../../../packages/runtime/src/rpc/comet/past/kinds.js'

interface Recorded {
  readonly answers: readonly { readonly method: string; readonly result: unknown }[]
  readonly events: readonly { readonly query: string; readonly data: object }[]
  /** The results of calls for the block with these events. */
  readonly past: {
    readonly block: { readonly block: { readonly header: { readonly height: string } } }
    readonly results: unknown
  }
}

function recordedOf(release: string): Recorded {
  const file = new URL(`${release}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

interface Checks {
  readonly strict: { check(value: unknown): readonly { readonly path: string }[] }
}

interface Codec {
  readonly decode: (value: never) => unknown
  readonly encode: (value: never) => unknown
}

/** What one of the three packages reports for a recorded value. */
interface Line {
  readonly checksOf: (method: string) => Checks | undefined
  readonly codecOf: (method: string) => Codec | undefined
  readonly event: Checks & Codec
}

function lineOf(
  methods: Readonly<Record<string, { readonly name: string }>>,
  checks: Readonly<Record<string, Checks>>,
  codecs: Readonly<Record<string, Codec>>,
  event: Checks & Codec,
): Line {
  const names = new Map(Object.entries(methods).map(([name, method]) => [method.name, name]))
  return {
    checksOf: (method) => checks[names.get(method) ?? ''],
    codecOf: (method) => codecs[names.get(method) ?? ''],
    event,
  }
}

const line037 = lineOf(
  node037.methods,
  validate037.responseValidators,
  decode037.responseDecoders,
  { ...validate037.validators.EventNotification, ...decode037.decoders.EventNotification },
)
const line038 = lineOf(
  node038.methods,
  validate038.responseValidators,
  decode038.responseDecoders,
  { ...validate038.validators.EventNotification, ...decode038.decoders.EventNotification },
)
const line10 = lineOf(node10.methods, validate10.responseValidators, decode10.responseDecoders, {
  ...validate10.validators.EventNotification,
  ...decode10.decoders.EventNotification,
})

/** `method: path` of all that is not as the document says. */
function mismatches({ answers, events }: Recorded, line: Line): string[] {
  const found = [
    ...answers.flatMap(({ method, result }) =>
      (line.checksOf(method)?.strict.check(result) ?? []).map(({ path }) => `${method}: ${path}`),
    ),
    ...events.flatMap((event) =>
      line.event.strict.check(event).map(({ path }) => `${event.query}: ${path}`),
    ),
  ]
  return [...new Set(found)].toSorted()
}

const cases = [
  {
    release: '0.37',
    own: line037,
    differs: [
      'block_results: app_hash',
      'block_results: finalize_block_events',
      'broadcast_tx_commit: tx_result',
      'consensus_params: consensus_params.abci',
      'genesis: genesis.consensus_params.abci',
      "tm.event='NewBlock': data.value.block_id",
      "tm.event='NewBlock': data.value.result_finalize_block",
      "tm.event='Vote': data.value.Vote.extension",
      "tm.event='Vote': data.value.Vote.extension_signature",
    ],
  },
  {
    release: '1.0',
    own: line10,
    differs: [
      'block_results: validator_updates[0].pub_key',
      'consensus_params: consensus_params.abci',
      'genesis: genesis.consensus_params.abci',
      "tm.event='NewBlock': data.value.result_finalize_block.validator_updates[0].pub_key",
    ],
  },
]

describe.each(cases)('a node of release $release', ({ release, own, differs }) => {
  const recorded = recordedOf(release)
  const { answers, events } = recorded

  test('is described by the package of its release', () => {
    expect(mismatches(recorded, own)).toEqual([])
    expect(answers.length).toBeGreaterThan(25)
    expect(events.length).toBeGreaterThan(7)
    expect(answers.filter(({ method }) => !own.checksOf(method))).toEqual([])
  })

  test('is decoded by it, and encoded as it came', () => {
    for (const { method, result } of answers) {
      const codec = own.codecOf(method)
      if (codec) expect(encodedAgain(codec, result), method).toMatchObject(Object(result))
    }
    for (const event of events) {
      expect(encodedAgain(own.event, event), event.query).toMatchObject(event)
    }
  })

  test('differs from the document of 0.38 in these places and nowhere else', () => {
    expect(mismatches(recorded, line038)).toEqual(differs)
  })

  test('writes blocks, headers and transactions of the past as it delivers them', () => {
    const { block, results } = recorded.past
    const { header } = block.block
    const called = { block, header: { header }, blockResults: results }
    for (const name of ['NewBlock', 'NewBlockHeader', 'Tx']) {
      const query = `tm.event='${name}'`
      const kind = backfillKindOf(name, release)
      if (!kind) throw new Error(`nothing is known of ${name}`)
      const answers = kind.calls.map((call) => called[call])
      const [fetched] = kind.read(header.height, ...answers) ?? []
      const live = events.find((each) => each.query === query)
      expect(written({ query, ...fetched }, kind)).toEqual(written(live, kind))
      expect(own.event.strict.check(written({ query, ...fetched }, kind))).toEqual([])
    }
  })

  test('is refused by the package of 0.38 with `checkRelease`', async () => {
    const status = answers.find(({ method }) => method === 'status')?.result
    const transport = mockNodeRpc({ status: () => status as never, health: () => ({}) })
    const options = { transport, checkRelease: true }
    await expect(node038.createNodeRpcClient(options).health()).rejects.toThrow(
      `The node is of release ${release}, this client is made for 0.38`,
    )
    const { createNodeRpcClient } = release === '0.37' ? node037 : node10
    await expect(createNodeRpcClient(options).health()).resolves.toEqual({})
  })
})

/** What was left out is filled in by decoding, and written out by encoding. */
function encodedAgain(codec: Codec, value: unknown): unknown {
  return codec.encode(codec.decode(value as never) as never)
}

test('nothing of one line passes as another', () => {
  const [before, after] = [recordedOf('0.37'), recordedOf('1.0')]
  expect(mismatches(after, line037)).toContain('block_results: begin_block_events')
  expect(mismatches(before, line10)).toContain('consensus_params: consensus_params.synchrony')
})
