// `combinations.ts` has every way to place a value that documents have: those of this repository, and with TAGWIRE_CORPUS
// those below a folder, such as the one that `pnpm corpus` is given.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findDocuments } from '../../../tools/corpus/find.js'
import { repository } from '../emitted.fixture.js'
import { BODIES, JSON_PARAMETERS, PARAMETERS, PARTS, REFUSED } from './combinations.js'
import {
  bodyLabel,
  combinationsOf,
  jsonLabel,
  kindsOf,
  parameterLabel,
  partLabel,
} from './combinations-of.js'

/** A union is tried as a whole, and its members count. */
function members(kind: string): string[] {
  return [kind, ...kind.split('|')]
}

const covered = new Set([
  ...[...PARAMETERS, ...REFUSED].flatMap((each) =>
    each.kinds.flatMap(members).map((kind) => parameterLabel(each.in, each, kind)),
  ),
  ...JSON_PARAMETERS.flatMap((each) => each.kinds.map((kind) => jsonLabel(each.in, kind))),
  ...PARTS.flatMap(({ type, encoding = {}, kinds }) =>
    kinds.flatMap(members).map((kind) => partLabel(type, encoding, kind)),
  ),
  ...Object.values(BODIES).flat().map(bodyLabel),
])

function missingOf(folder: string): string[] {
  const read = findDocuments(folder).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    try {
      const document: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text)
      return [...combinationsOf(document)].map((label) => ({ label, file }))
    } catch {
      // Some documents are broken on purpose.
      return []
    }
  })
  const missing = read.filter(({ label }) => !covered.has(label))
  return missing.map(({ label, file }) => `${label} (${path.relative(folder, file)})`)
}

test('a combination that is not in the table is found', () => {
  const parameter = {
    name: 'a',
    in: 'header',
    schema: { type: 'array', items: { type: 'object' } },
  }
  const found = combinationsOf({ paths: { '/': { get: { parameters: [parameter] } } } })
  expect([...found]).toEqual(['header simple array<object:open>'])
  expect(covered.has('header simple array<object:open>')).toBe(false)
  expect(kindsOf({}, { type: ['integer', 'null'] })).toEqual(['integer'])
})

test('the documents of the repository have no other', () => {
  expect(missingOf(path.join(repository, 'spec'))).toEqual([])
})

const corpus = process.env.TAGWIRE_CORPUS

test.skipIf(corpus === undefined)(
  'the documents of the corpus have no other (set TAGWIRE_CORPUS)',
  () => expect(missingOf(String(corpus))).toEqual([]),
  300_000,
)
