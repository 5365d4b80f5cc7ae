import { methods } from '@tagwire/node-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, type Facts, prepare } from './harness/calls.js'
import { type Clients, clientsOf, type TransportName } from './harness/clients.js'
import { binary, noNode } from './harness/live.js'
import { startNode, type TestNode } from './harness/node.js'
import { loadStrict, type Strict } from './harness/strict.js'

/** Methods that only one transport supports; `events.test.ts` tests them. */
const streaming = ['subscribe', 'unsubscribe', 'unsubscribe_all']

describe('the table of methods', () => {
  it('leaves no method out', () => {
    const names = Object.values(methods).map(({ name }) => name)
    expect([...Object.keys(calls), ...streaming].sort()).toEqual(names.sort())
  })
})

describe.skipIf(noNode)('every method on every transport', () => {
  const transports: TransportName[] = ['http', 'batched http', 'uri', 'webSocket']
  let strict: Strict
  let node: TestNode
  let clients: Clients
  let facts: Facts

  beforeAll(async () => {
    strict = await loadStrict()
    node = await startNode(binary)
    clients = clientsOf(node, strict)
    facts = await prepare(clients.byName.http)
  })

  afterAll(async () => {
    await clients?.close()
    await node?.remove()
  })

  for (const transport of transports) {
    for (const [name, variants] of Object.entries(calls)) {
      it(`${name} over ${transport} answers as the document says`, async () => {
        const client = clients.byName[transport]
        const results = await Promise.all(variants.map((call) => call(client, facts, node)))
        for (const result of results) expect(strict.result(name, result)).toEqual([])
      })
    }
  }

  it('returns the same result over all of them', async () => {
    for (const name of ['block', 'block_by_hash', 'tx', 'tx_search', 'validators', 'genesis']) {
      const answers = await Promise.all(
        transports.map((each) => calls[name]?.at(-1)?.(clients.byName[each], facts, node)),
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
  })
})
