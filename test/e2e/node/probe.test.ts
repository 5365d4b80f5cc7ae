import { fileURLToPath } from 'node:url'
import { type ProbeResult, probe } from 'tagwire'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { binary, noNode } from './harness/live.js'
import { startNode, type TestNode } from './harness/node.js'

const cwd = fileURLToPath(new URL('../../../', import.meta.url))

describe.skipIf(noNode)('the document and a real node', () => {
  let node: TestNode
  let result: ProbeResult

  beforeAll(async () => {
    node = await startNode(binary)
    result = await probe('spec/node-rpc/openrpc.yaml', { cwd, url: node.url, strict: true })
  })

  afterAll(() => node?.remove())

  it('agree in everything that is safe to ask', () => {
    expect(result.mismatches).toEqual([])
    expect(result).toMatchObject({ ok: true, counts: { failed: 0 } })
    expect(result.payloads.length).toBeGreaterThan(25)
  })

  it('and most of what was asked was answered', () => {
    // Heights and hashes of the examples are of another chain; the same without them is asked then.
    const answered = result.payloads.filter((each) => each.outcome === 'pass' && !each.refused)
    const names = new Set(answered.map((each) => each.name.replace(/ .*/, '')))
    expect([...names]).toEqual(expect.arrayContaining(['status', 'block', 'validators', 'commit']))
  })

  it('reports what a document says that no node does', async () => {
    const wrong = await probe('test/e2e/node/wrong.openrpc.json', { cwd, url: node.url })
    expect(wrong.ok).toBe(false)
    expect(wrong.fixes.map((each) => each.text)).toEqual([
      'remove `moniker` from required of Status',
      "add 'string' to type of Status.sync_info.latest_block_height",
    ])
  })
})
