/*
 * What live nodes of the releases before and after 0.38 gave (v0.37.16, v0.39.4, v0.40.0 and v1.0.1), against the line of
 * their release and against the one of 0.38. `pnpm tool releases` records it anew.
 */
import { readFileSync } from 'node:fs'
import * as node038 from '@tagwire/node-rpc'
import * as node037 from '@tagwire/node-rpc/0.37'
import * as decode037 from '@tagwire/node-rpc/0.37/decode'
import * as validate037 from '@tagwire/node-rpc/0.37/validate'
import * as node039 from '@tagwire/node-rpc/0.39'
import * as decode039 from '@tagwire/node-rpc/0.39/decode'
import * as validate039 from '@tagwire/node-rpc/0.39/validate'
import * as node040 from '@tagwire/node-rpc/0.40'
import * as decode040 from '@tagwire/node-rpc/0.40/decode'
import * as validate040 from '@tagwire/node-rpc/0.40/validate'
import * as node10 from '@tagwire/node-rpc/1.0'
import * as decode10 from '@tagwire/node-rpc/1.0/decode'
import * as validate10 from '@tagwire/node-rpc/1.0/validate'
import * as decode038 from '@tagwire/node-rpc/decode'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import * as validate038 from '@tagwire/node-rpc/validate'
import { describe, expect, test } from 'vitest'
import {
  backfillKindOf,
  inSharedShape,
} from '../../../packages/runtime/src/rpc/comet/past/event-kinds.js'

interface Recorded {
  readonly answers: readonly { readonly method: string; readonly result: unknown }[]
  readonly events: readonly { readonly query: string; readonly data: object }[]
  /** The results of calls for the block with these events. */
  readonly past: {
    readonly block: { readonly block: { readonly header: { readonly height: string } } }
    readonly results: unknown
  }
  /** What a node that catches up sends instead of results. */
  readonly refused?: readonly { readonly method: string; readonly error?: object }[]
}

function recordedOf(release: string): Recorded {
  const file = new URL(`${release}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

interface Checks {
  readonly strict: { check(value: unknown): readonly { readonly path: string }[] }
  drift(value: unknown): readonly { readonly path: string }[]
}

interface Codec {
  readonly decode: (value: never) => unknown
  readonly encode: (value: never) => unknown
}

/** What one of the lines reports for a recorded value. */
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
const line039 = lineOf(
  node039.methods,
  validate039.responseValidators,
  decode039.responseDecoders,
  { ...validate039.validators.EventNotification, ...decode039.decoders.EventNotification },
)
const line040 = lineOf(
  node040.methods,
  validate040.responseValidators,
  decode040.responseDecoders,
  { ...validate040.validators.EventNotification, ...decode040.decoders.EventNotification },
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
    create: node037.createNodeRpcClient,
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
  { release: '0.39', create: node039.createNodeRpcClient, own: line039, differs: [] },
  {
    release: '0.40',
    create: node040.createNodeRpcClient,
    own: line040,
    // Of its three validators, two have keys that 0.38 does not know.
    differs: [
      'dump_consensus_state: round_state.last_validators.validators[1].pub_key.type',
      'dump_consensus_state: round_state.last_validators.validators[2].pub_key.type',
      'dump_consensus_state: round_state.validators.validators[1].pub_key.type',
      'dump_consensus_state: round_state.validators.validators[2].pub_key.type',
      'genesis: genesis.validators[1].pub_key.type',
      'genesis: genesis.validators[2].pub_key.type',
      'validators: validators[1].pub_key.type',
      'validators: validators[2].pub_key.type',
    ],
  },
  {
    release: '1.0',
    create: node10.createNodeRpcClient,
    own: line10,
    differs: [
      'block_results: validator_updates[0].pub_key',
      'consensus_params: consensus_params.abci',
      'genesis: genesis.consensus_params.abci',
      "tm.event='NewBlock': data.value.result_finalize_block.validator_updates[0].pub_key",
    ],
  },
]

describe.each(cases)('a node of release $release', ({ release, create, own, differs }) => {
  const recorded = recordedOf(release)
  const { answers, events } = recorded

  test('is described by the line of its release', () => {
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
      expect(inSharedShape({ query, ...fetched }, kind)).toEqual(inSharedShape(live, kind))
      expect(own.event.strict.check(inSharedShape({ query, ...fetched }, kind))).toEqual([])
    }
  })

  test('is what `checkRelease` of its line wants', async () => {
    const status = answers.find(({ method }) => method === 'status')?.result
    const transport = mockNodeRpc({ status: () => status as never, health: () => ({}) })
    await expect(create({ transport, checkRelease: true }).health()).resolves.toEqual({})
  })
})

describe.each(cases.filter(({ release }) => ['0.39', '0.40'].includes(release)))(
  'what is new in $release',
  ({ release, create, own }) => {
    const { answers, events, refused = [] } = recordedOf(release)

    test('is known: fields, kinds and values', () => {
      const drift = answers.flatMap(({ method, result }) =>
        (own.checksOf(method)?.drift(result) ?? []).map(({ path }) => `${method}: ${path}`),
      )
      expect([...drift, ...events.flatMap((event) => own.event.drift(event))]).toEqual([])
      // 0.38 does not know it, and accepts it all the same.
      const unknown = answers.flatMap(({ method, result }) =>
        (line038.checksOf(method)?.drift(result) ?? []).map(({ path }) => `${method}: ${path}`),
      )
      expect(unknown).toContain('consensus_params: consensus_params.authority')
    })

    test.each(['broadcast_tx_sync', 'broadcast_tx_async', 'broadcast_tx_commit'])(
      'is the error of %s while a node catches up',
      async (method) => {
        const { error } = refused.find((each) => each.method === method) ?? {}
        expect(error).toMatchObject({ data: 'endpoint is closed while node is catching up' })
        const answer = async (_: unknown, init?: RequestInit): Promise<Response> => {
          const { id } = JSON.parse(String(init?.body))
          return Response.json({ jsonrpc: '2.0', id, error })
        }
        const transport = node038.http('http://127.0.0.1:1', { fetch: answer })
        const client = create({ transport })
        const calls: Readonly<Record<string, () => Promise<unknown>>> = {
          broadcast_tx_sync: () => client.broadcastTxSync({ tx: '0x00' }),
          broadcast_tx_async: () => client.broadcastTxAsync({ tx: '0x00' }),
          broadcast_tx_commit: () => client.broadcastTxCommit({ tx: '0x00' }),
        }
        await expect(calls[method]?.()).rejects.toMatchObject({
          name: 'RpcError',
          reason: 'catching-up',
        })
      },
    )
  },
)

test('the keys of validators of a node of 0.40 are of known kinds', () => {
  const { answers } = recordedOf('0.40')
  const { validators = [] }: { readonly validators?: readonly { readonly pub_key: unknown }[] } =
    Object(answers.find(({ method }) => method === 'validators')?.result)
  const kinds = validators.map(({ pub_key: key }) =>
    node040.isPublicKey(key) ? node040.publicKeyKind(key) : undefined,
  )
  expect(kinds.toSorted()).toEqual([
    'cometbft/PubKeyMlDsa65',
    'tendermint/PubKeyEd25519',
    'tendermint/PubKeySecp256k1eth',
  ])
})

describe('`checkRelease`', () => {
  const statusOf = (release: string): unknown =>
    recordedOf(release).answers.find(({ method }) => method === 'status')?.result
  const optionsFor = (release: string) => {
    const status = statusOf(release)
    const transport = mockNodeRpc({ status: () => status as never, health: () => ({}) })
    return { transport, checkRelease: true }
  }
  const calledAs = (release: string): Promise<unknown> =>
    node038.createNodeRpcClient(optionsFor(release)).health()

  test.each(['0.37', '1.0'])('of 0.38 refuses a node of %s', async (release) => {
    await expect(calledAs(release)).rejects.toThrow(
      `The node is of release ${release}, this client is made for 0.38`,
    )
  })

  test.each(['0.39', '0.40'])(
    'of 0.38 accepts a node of %s, whose shapes it has',
    async (release) => {
      await expect(calledAs(release)).resolves.toEqual({})
    },
  )

  test('of 0.40 compares with what its nodes say, which is 0.39', async () => {
    expect(statusOf('0.40')).toMatchObject({ node_info: { version: '0.39.0' } })
    const called = (release: string): Promise<unknown> =>
      node040.createNodeRpcClient(optionsFor(release)).health()
    await expect(called('0.40')).resolves.toEqual({})
    await expect(called('0.37')).rejects.toThrow('made for 0.39')
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
