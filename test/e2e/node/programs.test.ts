import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allNodePrograms, nodePrograms, ProgramRunner } from '../../docs/programs.js'
import { binary, noNode } from './harness/live.js'
import { latestHeight, startNode, type TestNode } from './harness/node.js'

/** Runs the programs of READMEs, guides and reference pages, unchanged, against a node. */

const all = allNodePrograms()
const programs = nodePrograms()

it('there are programs', () => {
  expect(programs.length).toBeGreaterThan(40)
  expect(all.length - programs.length).toBeLessThan(18)
})

describe.skipIf(noNode)('against a node', () => {
  let node: TestNode
  let runner: ProgramRunner

  beforeAll(async () => {
    node = await startNode(binary)
    runner = new ProgramRunner()
  })
  afterAll(async () => {
    await runner?.close()
    await node?.remove()
  })

  it('the guide to index a chain reads from height 1, whatever the height is', async () => {
    const guide = programs.find(({ name }) => name.includes('10-index-a-chain'))
    while (((await latestHeight(node.url)) ?? 0) < 3) await sleep(50)
    const printed = await runner.run(atNode(guide?.text ?? '', node), 1_500)
    const heights = [...printed.matchAll(/^height (\d+) /gm)].map(([, height]) => Number(height))
    expect(heights.length).toBeGreaterThan(2)
    expect(heights).toEqual(heights.map((_, index) => index + 1))
  })

  it.each(programs)(
    '$name',
    async ({ text }) => {
      // For a moment the node has a block and not yet its results.
      await runner.run(atNode(text, node), 1_500).catch((error: Error) => {
        if (!error.message.includes('could not find results for height')) throw error
        return runner.run(atNode(text, node), 1_500)
      })
    },
    30_000,
  )
})

let count = 0

/** What a reader fills in: the address, and values that only a living chain has. */
function atNode(text: string, { port }: TestNode): string {
  const tx = Buffer.from(`program${process.pid}=${count++}`).toString('hex')
  return text
    .replaceAll(/127\.0\.0\.[12]:26657/g, `127.0.0.1:${port}`)
    .replaceAll("tx: '0x…'", `tx: '0x${tx}'`)
    .replaceAll("query: '…'", "query: 'tx.height > 0'")
    .replaceAll('to: 100_000', 'to: 1')
}
