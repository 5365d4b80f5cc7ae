import { eventQuery, isRpcError, type NodeRpcLiveClient } from '@tagwire/node-rpc'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyText } from '../../property/fixtures/texts.arbitrary.js'
import { runs } from '../../property/length.js'
import { type Clients, clientsOf } from './harness/clients.js'
import { binary, noNode } from './harness/live.js'
import { startNode, type TestNode } from './harness/node.js'

type Operand = Parameters<ReturnType<typeof eventQuery<'Tx'>>['where']>[2]
type Condition = readonly [
  key: string,
  op: '=' | '<' | '>=' | 'CONTAINS' | 'EXISTS',
  value?: Operand,
]

/** Keys, operators and operands from the whole of what people might write, sense or not. */
const keys = fc.oneof(
  fc.constantFrom('app.key', 'tx.height', 'transfer', '_a-b.c', 'Ünïcode.ключ', 'a.1', 'a..b'),
  fc.constantFrom('AND', 'EXISTS', '1a', '', 'a b', "a'b", 'a/b', '-a', '.a', 'DATE', 'and'),
  fc.string({ maxLength: 6 }),
  fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}$/),
)
const texts = fc.oneof(
  anyText({ maxLength: 8 }),
  fc.constantFrom('', "it's", 'a AND b', '\n', '\\', '"', '\u0000', '=', "''", '漢字', '\ud83d'),
)
const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -5n, max: 2n ** 80n }),
  fc.constantFrom(0, -0, 1e21, 1e-7, 0.1, -1, 2 ** 53, Number.NaN),
)
const moments = fc.oneof(
  fc.date(),
  fc.date({ noInvalidDate: true }).map((date) => ({ date })),
  fc
    .constantFrom(
      ...['2026-02-29', '2024-02-29', '1899-12-31', '3000-01-01', '2026-13-01', '2026-1-1', ''],
    )
    .map((date) => ({ date })),
  fc
    .constantFrom(
      ...['2026-01-31T10:00:00Z', '2026-01-31T10:00:00+01:30', '2026-01-31T10:00:00.5Z'],
      ...['2026-01-31T24:00:00Z', '2026-01-31 10:00:00Z', '2026-01-31T10:00:60Z', 'x'],
      ...['2026-01-31T10:00:00+99:00', '2026-01-31T10:00:00-00:00', '0000-01-01T00:00:00Z'],
      ...['2026-01-31T10:00:00+24:00', '2026-01-31T10:00:00+23:60', '2026-01-31t10:00:00z'],
    )
    .map((time) => ({ time })),
)
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(keys, fc.constantFrom('=' as const, 'CONTAINS' as const), texts),
  fc.tuple(keys, fc.constantFrom('=' as const, '<' as const, '>=' as const), numbers),
  fc.tuple(keys, fc.constantFrom('=' as const, '<' as const, '>=' as const), moments),
  fc.tuple(keys, fc.constant('EXISTS' as const)),
)

describe.skipIf(noNode)('queries', () => {
  let node: TestNode
  let clients: Clients

  beforeAll(async () => {
    node = await startNode(binary)
    clients = clientsOf(node)
  })
  afterAll(async () => {
    await clients?.close()
    await node?.remove()
  })

  it('whatever the builder makes, the node accepts', async () => {
    // What the builder refuses does not count as a run: 150 queries are built, whatever the seed.
    const built = fc
      .array(conditions, { minLength: 1, maxLength: 3 })
      .map(build)
      .filter((query) => query !== undefined)
    await fc.assert(
      fc.asyncProperty(built, async (query) => {
        expect(await accepts(clients.live, query), query).toBe(true)
      }),
      runs(150),
    )
  })

  it('whatever the node refuses, the builder refuses', async () => {
    // Only what the node refuses counts as a run: 100 refusals, whatever the seed.
    await fc.assert(
      fc.asyncProperty(conditions, async (condition) => {
        const text = naive(condition)
        fc.pre(text !== undefined && !(await accepts(clients.live, text)))
        expect(build([condition]), text).toBeUndefined()
      }),
      runs(100),
    )
  })

  it('both agree on the longest query', async () => {
    const start = eventQuery('Tx')
    const room = 512 - String(start.where('a', '=', '')).length
    const longest = start.where('a', '=', 'ü'.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2))
    const events = clients.live.subscribe(longest)
    await events.ready
    await events.return()
    expect(() => start.where('a', '=', 'x'.repeat(room + 1))).toThrow(RangeError)
    const tooLong = clients.live.subscribe(`${longest} `)
    const error = await tooLong.next().catch((error) => error)
    expect(isRpcError(error, 'query-too-long')).toBe(true)
  })

  it('selects exactly the events that it describes', async () => {
    const tx = new TextEncoder().encode('über=größe "1" AND 2')
    const query = eventQuery('Tx').where('app.key', '=', 'über').where('tx.height', '>', 0)
    const events = clients.live.subscribe(query.where('app.key', 'CONTAINS', '"1" AND'))
    await events.ready
    await clients.live.broadcastTxSync({ tx })
    const { value } = await events.next()
    expect(value?.data.value.TxResult.tx).toBe(Buffer.from(tx).toString('base64'))
    await events.return()
  })
})

function build(list: readonly Condition[]): string | undefined {
  try {
    return list.reduce((query, condition) => add(query, condition), eventQuery('Tx')).toString()
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

type Query = ReturnType<typeof eventQuery<'Tx'>>

function add(query: Query, [key, op, value]: Condition): Query {
  if (op === 'EXISTS') return query.where(key, op)
  // Any operand may meet any operator here, which the types rightly forbid.
  return Reflect.apply(query.where, query, [key, op, value])
}

/** The text that a user who does not know the rules would write. */
function naive([key, op, value]: Condition): string | undefined {
  if (op === 'EXISTS') return `${key} EXISTS`
  if (typeof value === 'string') return `${key} ${op} '${value}'`
  if (typeof value === 'number' || typeof value === 'bigint') return `${key} ${op} ${value}`
  if (typeof value !== 'object' || value instanceof Date) return undefined
  const [kind, moment] = 'time' in value ? ['TIME', value.time] : ['DATE', value.date]
  return moment instanceof Date ? undefined : `${key} ${op} ${kind} ${moment}`
}

/** Whether the node can read a query; ending a subscription that is not there does not harm. */
async function accepts(client: NodeRpcLiveClient, query: string): Promise<boolean> {
  const error = await client.unsubscribe({ query }).catch((error) => error)
  if (isRpcError(error, 'subscription-not-found')) return true
  if (isRpcError(error, 'query-invalid')) return false
  throw error
}
