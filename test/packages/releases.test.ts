/*
 * Answers and events that nodes of the releases before and after 0.38 gave (v0.37.16 and v1.0.1, the
 * application kvstore): what of them the document of 0.38 describes, and what it does not.
 */
import { readFileSync } from 'node:fs'
import { createNodeRpcClient, methods } from '@tagwire/node-rpc'
import { responseDecoders } from '@tagwire/node-rpc/decode'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { responseValidators, validators } from '@tagwire/node-rpc/validate'
import { describe, expect, test } from 'vitest'

interface Recorded {
  readonly answers: readonly { readonly method: string; readonly result: unknown }[]
  readonly events: readonly { readonly query: string }[]
}

interface Checks {
  readonly strict: { check(value: unknown): readonly { readonly path: string }[] }
}

function recordedOf(release: string): Recorded {
  const file = new URL(`releases/${release}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

const nameOf = new Map<string, string>(
  Object.entries(methods).map(([name, method]) => [method.name, name]),
)

/** `method: path` of all that is not as the document says. */
function mismatches({ answers, events }: Recorded): string[] {
  const checks = new Map<string, Checks>(Object.entries(responseValidators))
  return [
    ...answers.flatMap(({ method, result }) =>
      (checks.get(nameOf.get(method) ?? '')?.strict.check(result) ?? []).map(
        ({ path }) => `${method}: ${path}`,
      ),
    ),
    ...events.flatMap((event) =>
      validators.EventNotification.strict.check(event).map(({ path }) => `${event.query}: ${path}`),
    ),
  ]
}

const cases = [
  {
    release: '0.37',
    differs: [
      'broadcast_tx_commit: tx_result',
      'genesis: genesis.consensus_params.abci',
      'block_results: finalize_block_events',
      'block_results: app_hash',
      'consensus_params: consensus_params.abci',
      "tm.event='NewBlock': data.value.block_id",
      "tm.event='NewBlock': data.value.result_finalize_block",
    ],
  },
  {
    release: '1.0',
    differs: ['genesis: genesis.consensus_params.abci', 'consensus_params: consensus_params.abci'],
  },
]

describe.each(cases)('a node of release $release', ({ release, differs }) => {
  const recorded = recordedOf(release)

  test('differs in these places and nowhere else', () => {
    expect(mismatches(recorded).toSorted()).toEqual(differs.toSorted())
    expect(recorded.answers.length).toBeGreaterThan(20)
    expect(recorded.events.length).toBeGreaterThan(3)
  })

  test('has answers that can be decoded all the same', () => {
    const decoders = new Map<string, { decode(value: never): unknown }>(
      Object.entries(responseDecoders),
    )
    for (const { method, result } of recorded.answers) {
      const decoder = decoders.get(nameOf.get(method) ?? '')
      expect(() => decoder?.decode(result as never)).not.toThrow()
    }
  })

  test('is refused with `checkRelease`', async () => {
    const status = recorded.answers.find(({ method }) => method === 'status')?.result
    const transport = mockNodeRpc({ status: () => status as never, health: () => ({}) })
    const node = createNodeRpcClient({ transport, checkRelease: true })
    await expect(node.health()).rejects.toThrow(
      `The node is of release ${release}, this client is made for 0.38`,
    )
  })
})
