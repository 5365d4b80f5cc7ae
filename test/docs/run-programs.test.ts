import { expect, it } from 'vitest'
import { documentedPrograms, nodePrograms, routingPrograms } from './programs.js'

/**
 * Every block of TypeScript in READMEs, guides and pages compiles on its own
 * (test/packages/types/readme.test.ts) and is run, except for those listed here with the reason.
 */

/** What runs them besides the two tests with a server. */
const RUN: readonly RegExp[] = [
  // test/docs/reference-programs.test.ts
  /^packages\/(?:routing|node-rpc(?:-\d\.\d+)?)\/docs\/(?:types|unions|enums)\//,
  // test/e2e/routing/from-skip-go.test.ts
  /^docs\/guides\/08-from-skip-go-client\.md /,
  // test/unit/emit/emitters.test.ts, test/docs/emitter-guide.test.ts
  /^docs\/emitters\.md 1$/,
  /^docs\/guides\/16-write-an-emitter\.md 1$/,
  // test/docs/use-pages.test.ts
  /^docs\/use\//,
  // test/docs/pages-guide.test.ts
  /^docs\/guides\/19-pages-and-streams\.md /,
]

const NOT_RUN: readonly (readonly [which: RegExp, blocks: number, reason: string])[] = [
  [
    /^packages\/node-rpc-(?:0\.37|0\.39|0\.40|1\.0)\/(?:README|docs\/methods\/)/,
    170,
    'a node of that line is only built by `tool releases`; the same pages of 0.38 are run',
  ],
  [
    /^docs\/release-lines\.md /,
    2,
    'asks a node of the line 1.0, which is only built by `tool releases`; a configuration',
  ],
  [
    /^packages\/node-rpc\/(?:docs\/methods\/|README)/,
    16,
    'hashes, peers and evidence that only a chain with a history has: the form of the call',
  ],
  [
    /^(?:README\.md|generator\/README\.md|docs\/(?:configuration|embedding)\.md|docs\/guides\/05-your-own-document\.md) /,
    12,
    'a configuration with the names of the reader’s own documents',
  ],
  [
    /^docs\/guides\/(?:07-what-is-a-breaking-change|16-write-an-emitter)\.md /,
    2,
    'names a document or a folder of the reader; test/unit/cli and test/unit/emit run `diff` and `generate`',
  ],
]

const run = new Set(
  [...routingPrograms(), ...nodePrograms(), ...documentedPrograms().filter(isRun)].map(
    ({ name }) => name,
  ),
)

function isRun({ name }: { readonly name: string }): boolean {
  return RUN.some((which) => which.test(name))
}

const rest = documentedPrograms().filter(({ name }) => !run.has(name))

it('every program is run, or there is a reason', () => {
  const unexplained = rest.filter(({ name }) => !NOT_RUN.some(([which]) => which.test(name)))
  expect(unexplained.map(({ name }) => name)).toEqual([])
})

it.each(NOT_RUN)('%s: no more than %d', (which, most) => {
  const found = rest.filter(({ name }) => which.test(name))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(most)
})

it('most of them are', () => {
  expect(run.size).toBeGreaterThan(650)
  expect(rest.length / (run.size + rest.length)).toBeLessThan(0.17)
})
