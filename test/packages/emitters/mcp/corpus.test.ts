import path from 'node:path'
import { expect, test } from 'vitest'
import { findDocuments } from '../../../tools/corpus/find.js'
import { generateServers } from './generated.js'
import { faultsOfList } from './list-faults.js'

/**
 * Tools of documents that strangers wrote. Name a folder of them:
 *
 *     TAGWIRE_CORPUS=folder npx vitest run test/packages/emitters/mcp/corpus.test.ts
 */
const folder = process.env.TAGWIRE_CORPUS
const documents = folder === undefined ? [] : findDocuments(path.resolve(folder))
if (folder === undefined) {
  process.stderr.write('SKIPPED: tools of documents of others (TAGWIRE_CORPUS names no folder)\n')
} else if (documents.length === 0) {
  throw new Error(`TAGWIRE_CORPUS: no documents below ${folder}`)
}

let tools = 0

test
  .skipIf(folder === undefined)
  .each(documents.map((file) => [path.relative(folder ?? '', file), file] as const))(
  '%s',
  { timeout: 300_000 },
  async (_, file) => {
    const made = await generateServers({ stranger: file }, { tolerant: true })
    try {
      // Documents with errors and without operations have no package.
      if (made.refused.size > 0) return
      const service = await made.service('stranger')
      tools += service.tools.length
      expect(faultsOfList(service)).toEqual([])
    } finally {
      made.remove()
    }
  },
)

test.skipIf(folder === undefined)('there are documents with operations', () => {
  expect(tools).toBeGreaterThan(100)
})
