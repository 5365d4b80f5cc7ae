import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emittedPackages } from '../../packages/emitters/emitted.fixture.js'
import { binary, noNode } from './harness/live.js'
import { startNode, type TestNode } from './harness/node.js'

/** Tools of a generated server against a real node. */
describe.skipIf(noNode)('an agent and a real node', () => {
  let node: TestNode
  let client: Client

  beforeAll(async () => {
    const [started, { built }] = await Promise.all([startNode(binary), emittedPackages()])
    node = started
    client = new Client({ name: 'test', version: '1' })
    const args = [built('node-rpc/src/mcp.js'), '--url', node.url]
    await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  }, 120_000)

  afterAll(async () => {
    await client?.close()
    await node?.remove()
  })

  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given })
    const [first] = result.content
    return { ...result, text: first?.type === 'text' ? first.text : '' }
  }

  it('sends a transaction as bytes, and finds it', async () => {
    const tx = `0x${Buffer.from('agent=007').toString('hex')}`
    const sent = await call('broadcast_tx_commit', { tx })
    expect(sent.isError).toBeFalsy()
    const { hash, height } = sent.structuredContent as { hash: string; height: string }
    const found = await call('tx', { hash: `0x${hash}`, prove: false })
    expect(found.structuredContent).toMatchObject({ hash, height })
    const block = await call('block', { height })
    expect(block.structuredContent).toMatchObject({ block: { header: { height } } })
    const query = await call('tx_search', { query: `tx.height = ${height}`, per_page: '5' })
    expect(query.structuredContent).toMatchObject({ total_count: '1' })
  })

  it('gets errors before the node is called', async () => {
    const wrong = await call('block', { height: 'latest' })
    expect(wrong.isError).toBe(true)
    expect(wrong.text).toContain('member /height: an integer in decimal digits, as text')
    const bytes = await call('broadcast_tx_sync', { tx: 'agent=007' })
    expect(bytes.text).toContain('member /tx: bytes as hex digits after 0x; received "agent=007"')
  })

  it('gets errors of the node in its own words', async () => {
    const refused = await call('block', { height: '900000' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(/RpcError: .*height 900000/)
  })

  it('has no tools for what needs a living connection', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('unsafe_flush_mempool')
    expect(names.filter((name) => name.includes('subscribe'))).toEqual([])
  })
})
