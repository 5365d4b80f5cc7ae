import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { patternOf } from '../../../generator/src/pipeline/fixes/pattern-of.js'
import { pathOf, selectAll } from '../../../generator/src/source/overlay/json-path.js'
import { UnsafePattern } from '../../../generator/src/source/overlay/linear-pattern.js'

interface Case {
  readonly name: string
  readonly selector: string
  readonly document?: unknown
  readonly result?: readonly unknown[]
  readonly results?: readonly (readonly unknown[])[]
  readonly invalid_selector?: true
}

/** The compliance test suite of RFC 9535, which the library is published with. */
const suite = new URL(
  '../../../generator/node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json',
  import.meta.url,
)
const { tests }: { tests: readonly Case[] } = JSON.parse(readFileSync(suite, 'utf8'))

/** Integers beyond 2^53 and calls with wrong arguments are no errors of the parser: they select nothing. */
const UNCHECKED =
  /^(?:slice|index) selector, .*(?:flowing|exact)|^functions, .*(?:params?|result .*|arg.*|non-singular.*)$/
const checked = tests.filter((each) => !each.invalid_selector || !UNCHECKED.test(each.name))
const unlimited = { spend: () => undefined, patternOf }

describe('the compliance test suite', () => {
  test('has tests', () => expect(checked.length).toBeGreaterThan(600))

  test.each(checked)('$name', ({ selector, document, invalid_selector, result, results }) => {
    const run = (): unknown[] => selectAll(document, selector, unlimited).map(({ value }) => value)
    if (invalid_selector) expect(run).toThrow()
    else expect(results ?? [result]).toContainEqual(run())
  })
})

test('paths have the keys of the document as they are', () => {
  const document = { "it's": [{ 'a\\b': 1 }] }
  expect(selectAll(document, '$..*', unlimited).map(pathOf)).toEqual([
    ["it's"],
    ["it's", 0],
    ["it's", 0, 'a\\b'],
  ])
})

test.each(['(a+)+b', '(.*)*x', '([a-z]+)*$'])('match() with %s takes linear time', (pattern) => {
  const document = { title: 'a'.repeat(20_000), pattern }
  const start = process.cpuUsage()
  for (const name of ['match', 'search']) {
    selectAll([document], `$[?${name}(@.title, @.pattern)]`, unlimited)
  }
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(5)
})

test('a pattern that cannot be run in linear time is an error', () => {
  expect(() =>
    selectAll([{ title: 'a' }], "$[?match(@.title, '((a{1,99}){1,99}){1,99}')]", unlimited),
  ).toThrow(UnsafePattern)
})
