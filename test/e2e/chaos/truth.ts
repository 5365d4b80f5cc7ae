import type { Consumer, Sighting } from './consumers.js'

/** The chain as the node has it, read without the client under test. */
export async function readChain(
  url: string,
  to: number,
): Promise<Readonly<Record<string, readonly Sighting[]>>> {
  const blocks: Sighting[] = []
  const headers: Sighting[] = []
  const txs: Sighting[] = []
  for (let height = 1; height <= to; height++) {
    const answer = await fetch(`${url}/block?height=${height}`)
    const { block, block_id } = (await answer.json()).result
    blocks.push({ height, index: 0, content: block_id.hash })
    headers.push({ height, index: 0, content: block.header.app_hash })
    const list: string[] = block.data.txs
    txs.push(...list.map((content, index) => ({ height, index, content })))
  }
  return { NewBlock: blocks, NewBlockHeader: headers, Tx: txs }
}

/** How many places of the chain a consumer did not see, or saw something else at. */
export function missing(consumer: Consumer, truth: readonly Sighting[], to: number): number {
  const seen = new Map(consumer.seen.map((each) => [`${each.height}/${each.index}`, each.content]))
  const wanted = truth.filter(({ height }) => height <= to)
  return wanted.filter(({ height, index, content }) => seen.get(`${height}/${index}`) !== content)
    .length
}
