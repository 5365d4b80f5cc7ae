/*
 * Facts about a node that surprise and that types cannot express: the package has to document them, and to
 * cope with them if it can. The node itself is tested in test/e2e/node: settings, searches and network.
 */
import { readFileSync } from 'node:fs'
import { createNodeRpcClient, type Transport } from '@tagwire/node-rpc'
import { describe, expect, it } from 'vitest'
import { packagePages } from '../../docs/package-pages.js'

/** The text without line breaks and comment asterisks. */
function textOf(file: string): string {
  const whole =
    packagePages.get(`packages/node-rpc/${file}`) ??
    readFileSync(new URL(`../../../packages/node-rpc/${file}`, import.meta.url), 'utf8')
  return whole.replaceAll(/\s+(?:\* )?/g, ' ')
}

describe.each([
  {
    about: 'a page of blocks may be shorter, because pruned ones are counted',
    files: ['docs/methods/blockSearch.md', 'src/client.ts'],
    says: /`total_count` also counts heights whose blocks are pruned, so a page can be shorter than expected, or empty/,
  },
  {
    about: 'a search that is cancelled may return some of the matches',
    files: ['docs/methods/txSearch.md', 'src/client.ts'],
    says: /a request that is cancelled meanwhile may return some of them or none/,
  },
  {
    about: 'block events are sent while the node is still catching up',
    files: ['docs/methods/subscribe.md', 'src/client.ts'],
    says: /Block events are also sent while the node is still catching up/,
  },
  {
    about: 'connections that already count cannot add subscriptions either',
    files: ['README.md'],
    says: /When the limit is reached, connections that already count cannot add subscriptions either/,
  },
  {
    about: 'a query has at most 512 bytes',
    files: ['docs/methods/subscribe.md', 'docs/methods/txSearch.md', 'src/inputs.ts'],
    says: /at most 512 bytes/,
  },
  {
    about: 'transactions of a block in which one emits reserved keys are not indexed',
    files: ['docs/methods/txSearch.md', 'src/client.ts'],
    says: /emits `tx\.hash` or `tx\.height` itself, none of that block is indexed/,
  },
  {
    about: 'a block that emits its reserved key is not indexed',
    files: ['docs/methods/blockSearch.md', 'src/client.ts'],
    says: /A block that emits `block\.height` itself is not indexed/,
  },
  {
    about: 'a node has 5 seconds to register a subscription',
    files: ['docs/methods/subscribe.md', 'src/client.ts'],
    says: /While the indexer of a node hangs, the node sends no events, and subscribing fails after 5 seconds/,
  },
  {
    about: 'a certificate needs its key, and the key its certificate',
    files: ['README.md'],
    says: /Certificate for HTTPS; only together with the key.*Key for HTTPS; only together with the certificate/,
  },
])('$about', ({ files, says }) => {
  it.each(files)('says %s', (file) => expect(textOf(file)).toMatch(says))
})

it('a search yields all blocks although pages are short or empty', async () => {
  const pages = [['1', '2'], [], ['7']]
  const asked: unknown[] = []
  const transport: Transport = {
    kind: 'http',
    async call({ params }) {
      const { page } = { page: 1, ...params }
      asked.push(page)
      const blocks = pages[Number(page) - 1]?.map((height) => ({ block: { header: { height } } }))
      return { blocks, total_count: '8' }
    },
    close() {},
  }
  const found: unknown[] = []
  const client = createNodeRpcClient({ transport })
  const search = { query: 'block.height > 0', per_page: 3 }
  for await (const { block } of client.blockSearchAll(search)) found.push(block?.header.height)
  expect(asked.map(String)).toEqual(['1', '2', '3'])
  expect(found).toEqual(['1', '2', '7'])
})
