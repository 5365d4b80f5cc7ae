import { describe, expect, test } from 'vitest'
import { compile } from '../unit/validate/compile.fixture.js'
import { networkOf, withRemotes } from './remotes.js'
import {
  agrees,
  groupsOf,
  knownFailure,
  knownFailures,
  type SuiteGroup,
  suiteExists,
  suiteFolder,
} from './suite.js'

const drafts = [
  { draft: 'draft2020-12', language: 'https://json-schema.org/draft/2020-12/schema' },
  { draft: 'draft7', language: 'http://json-schema.org/draft-07/schema#' },
  { draft: 'draft4', language: 'http://json-schema.org/draft-04/schema#' },
]

if (!suiteExists) {
  console.warn(`SKIPPED: no JSON-Schema-Test-Suite at ${suiteFolder}; set JSON_SCHEMA_TEST_SUITE.`)
}

describe.runIf(suiteExists)('the required tests of the JSON Schema test suite', () => {
  test.each(drafts)('$draft', { timeout: 120_000 }, async ({ draft, language }) => {
    const unexpected: string[] = []
    const silent: string[] = []
    let passed = 0
    for (const group of groupsOf(draft)) {
      const { failures, held, diagnosed } = await run(group, draft, language)
      passed += held
      for (const failure of failures) {
        const name = `${draft} | ${group.file} | ${group.description} | ${failure}`
        const line = knownFailure(name)
        if (!line) unexpected.push(name)
        else if (!diagnosed.some((code) => line.reason.includes(code))) silent.push(name)
        if (line) line.used = true
      }
    }
    expect(unexpected, 'tests that fail and are not in known-failures.txt').toEqual([])
    expect(silent, 'failures that no diagnostic announces').toEqual([])
    expect(passed).toBeGreaterThan(550)
  })

  test('known-failures.txt only lists what fails, and says why', () => {
    expect(knownFailures.filter((each) => !each.used).map((each) => each.name)).toEqual([])
    expect(knownFailures.filter((each) => each.reason === '')).toEqual([])
  })
})

interface Run {
  readonly failures: readonly string[]
  readonly held: number
  readonly diagnosed: readonly string[]
}

async function run(group: SuiteGroup, draft: string, language: string): Promise<Run> {
  const schema = withRemotes(group.schema)
  const options = { allowRemote: true, network: networkOf(draft) }
  const { validators, diagnostics } = await compile(documentOf(schema, language), options)
  const validator = validators.Schema ?? Object.values(validators).at(-1)
  const failures = group.tests
    .filter((each) => !validator || !agrees(validator, each.data, each.valid))
    .map((each) => each.description)
  return {
    failures,
    held: group.tests.length - failures.length,
    diagnosed: diagnostics.map((each) => each.code),
  }
}

/** A document is an object; a schema that is not becomes part of one. */
function documentOf(schema: unknown, language: string): object {
  if (typeof schema !== 'object' || schema === null) return { $schema: language, allOf: [schema] }
  return { $schema: language, ...schema }
}
