import { beforeAll, expect, test } from 'vitest'
import { type Emitted, emittedPackages, repository } from './emitted.fixture.js'
import { programsOf } from './programs.js'

/** One program of the compiler for what all emitters write: it takes longer to start than to compile. */

let emitted: Emitted
beforeAll(async () => {
  emitted = await emittedPackages()
}, 120_000)

test('the modules of all emitters compile under strict flags', () => {
  const programs = Object.keys(programsOf(emitted.folder, repository))
  const ofPrograms = new RegExp(`^(?:${programs.join('|')})\\b`)
  expect(emitted.problems.filter((line) => !ofPrograms.test(line))).toEqual([])
})

test.each([
  [
    'zod.ts',
    'schemas have the types of the package in both directions, and what they lack they lack',
  ],
  ['msw.ts', 'handlers fit, and what is misspelt does not'],
  ['query.ts', 'options know their data, and what they ask for'],
  ['query-dates.ts', 'with `dates: "date"`, data has a `Date`'],
  ['server.ts', 'handlers are typed: what is missing, misspelled or wrong does not compile'],
  ['zod-readme.ts', 'the start of the README'],
  ['msw-readme.ts', 'the start of the README'],
  ['query-readme.ts', 'the start of the README'],
  ['server-readme.ts', 'the start of the README'],
  ['query-readme-keys.ts', 'prefixes, as the README has them'],
])('%s compiles: %s', (program) => {
  expect(Object.keys(programsOf(emitted.folder, repository))).toContain(program)
  expect(emitted.problems.filter((line) => line.startsWith(program))).toEqual([])
})
