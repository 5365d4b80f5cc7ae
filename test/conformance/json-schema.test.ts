import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Validator } from '../../packages/runtime/src/validate/index.js'
import { compile } from '../unit/validate/compile.fixture.js'
import { groupsOf, type SuiteGroup, suiteExists, suiteFolder } from './suite.js'

const drafts = [
  { draft: 'draft2020-12', language: 'https://json-schema.org/draft/2020-12/schema' },
  { draft: 'draft7', language: 'http://json-schema.org/draft-07/schema#' },
  { draft: 'draft4', language: 'http://json-schema.org/draft-04/schema#' },
]

/** `draft | file | schema | test`: what is not read as the suite has it, a reason behind `#`. */
const known = readFileSync(new URL('known-failures.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', reason = ''] = line.split(/\s+# /)
    return { name: name.trim(), reason: reason.trim(), used: false }
  })

if (!suiteExists) {
  console.warn(`SKIPPED: no JSON-Schema-Test-Suite at ${suiteFolder}; set JSON_SCHEMA_TEST_SUITE.`)
}

describe.runIf(suiteExists)('the required tests of the JSON Schema test suite', () => {
  test.each(drafts)('$draft', { timeout: 120_000 }, async ({ draft, language }) => {
    const unexpected: string[] = []
    const silent: string[] = []
    let passed = 0
    for (const group of groupsOf(draft)) {
      const { failures, held, diagnosed } = await run(group, language)
      passed += held
      for (const failure of failures) {
        const name = `${draft} | ${group.file} | ${group.description} | ${failure}`
        const line = known.find((each) => matches(each.name, name))
        if (!line) unexpected.push(name)
        else if (!diagnosed) silent.push(name)
        if (line) line.used = true
      }
    }
    expect(unexpected, 'tests that fail and are not in known-failures.txt').toEqual([])
    expect(silent, 'failures that no diagnostic announces').toEqual([])
    expect(passed).toBeGreaterThan(550)
  })

  test('known-failures.txt only lists what fails, and says why', () => {
    expect(known.filter((each) => !each.used).map((each) => each.name)).toEqual([])
    expect(known.filter((each) => each.reason === '')).toEqual([])
  })
})

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

interface Run {
  readonly failures: readonly string[]
  readonly held: number
  readonly diagnosed: boolean
}

async function run(group: SuiteGroup, language: string): Promise<Run> {
  const { validators, diagnostics } = await compile(documentOf(group.schema, language))
  const validator = validators.Schema ?? Object.values(validators).at(-1)
  const failures = group.tests
    .filter((each) => !validator || !agrees(validator, each.data, each.valid))
    .map((each) => each.description)
  return {
    failures,
    held: group.tests.length - failures.length,
    diagnosed: diagnostics.length > 0,
  }
}

/** A document is an object; a schema that is not becomes part of one. */
function documentOf(schema: unknown, language: string): object {
  if (typeof schema !== 'object' || schema === null) return { $schema: language, allOf: [schema] }
  return { $schema: language, ...schema }
}

/** Both ways to ask agree, and what holds to the letter holds in tolerant reading. */
function agrees({ strict, is, check }: Validator<unknown>, data: unknown, valid: boolean): boolean {
  const options = { formats: false }
  if (strict.is(data, options) !== valid) return false
  if ((strict.check(data, options).length === 0) !== valid) return false
  return !valid || (is(data, options) && check(data, options).length === 0)
}
