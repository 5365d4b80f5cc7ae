import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readModel } from '../../generator/src/pipeline/read-model.js'
import { judgeEdit, usersOf, type Verdict } from '../property/fixtures/soundness.js'
import { patienceMs } from '../property/length.js'
import { findDocuments } from '../tools/corpus/find.js'

/** A folder of documents that are not ours: `TAGWIRE_CORPUS=FOLDER`, and edits of each: `TAGWIRE_EDITS=3`. */
const corpus = process.env.TAGWIRE_CORPUS
const numRuns = Number(process.env.TAGWIRE_EDITS ?? 3)
/** The package of a larger one takes minutes to compile, for every edit. */
const LARGEST = 2_000_000

const alone = mkdtempSync(path.join(tmpdir(), 'tagwire-corpus-'))
afterAll(() => rmSync(alone, { recursive: true, force: true }))

if (corpus === undefined) {
  process.stderr.write('Skipped: documents of others. Name a folder of some with TAGWIRE_CORPUS.\n')
  test.skip('what is not breaking in documents of others (TAGWIRE_CORPUS=FOLDER)', () => undefined)
} else {
  const documents = findDocuments(path.resolve(corpus)).filter(
    (file) => statSync(file).size < LARGEST,
  )
  const seen: Verdict[] = []
  describe('what is not breaking leaves programs, requests and answers as they were', () => {
    test.each(documents)('%s', { timeout: patienceMs }, async (file) => {
      const users = await usersOf(...(await placeOf(file)))
      // The generator refuses some documents of others, and says why.
      if (!users) return
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          seen.push(await judgeEdit(users, seed))
        }),
        { numRuns, endOnFailure: true },
      )
    })

    test('some of it was looked at', () => {
      const count = (verdict: Verdict): number => seen.filter((each) => each === verdict).length
      process.stderr.write(`${count('sound')} not breaking, ${count('breaking')} breaking\n`)
      expect(count('sound')).toBeGreaterThan(0)
    })
  })
}

/** A document that refers to no other is copied to a folder of its own, so that each edit copies it alone. */
async function placeOf(file: string): Promise<[spec: string, folder: string]> {
  const [name, folder] = [path.basename(file), path.dirname(file)]
  const { document } = await readModel(name, folder)
  if (document.files.size > 1) return [name, folder]
  const own = mkdtempSync(path.join(alone, 'one-'))
  copyFileSync(file, path.join(own, name))
  return [name, own]
}
