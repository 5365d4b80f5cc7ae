import { describe, expect, test } from 'vitest'
import { type Judged, judgeIn, mended } from '../unit/probe/probe.fixture.js'
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

/** A value that `probe` refuses to the letter, and the document, which is one file. */
interface Refusal {
  readonly name: string
  readonly document: object
  readonly data: unknown
  readonly judged: Judged
}

describe.runIf(suiteExists)('the required tests of the JSON Schema test suite', () => {
  const refused: Refusal[] = []

  // `probe` reads rules without making code of them: a second reader of every keyword. The suite has values
  // for all of them, so the two readers are compared with each other as well.
  test.each(drafts)('$draft', { timeout: 120_000 }, async ({ draft, language }) => {
    const unexpected: string[] = []
    const silent: string[] = []
    const different: string[] = []
    let passed = 0
    for (const group of groupsOf(draft)) {
      const { failures, held, diagnosed, disagreements, refusals } = await run(
        group,
        draft,
        language,
      )
      passed += held
      different.push(...disagreements)
      if (draft === 'draft2020-12') refused.push(...refusals)
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
    expect(different, 'values of which `probe` is of another opinion').toEqual([])
    expect(passed).toBeGreaterThan(550)
  })

  test('every value that probe refuses is accepted after the changes that it proposes', {
    timeout: 240_000,
  }, async () => {
    const left: string[] = []
    for (const { name, document, data, judged } of refused) {
      const { holds } = await mended(document, data, ({ strict }) => strict, { judged })
      if (!holds) left.push(name)
    }
    expect(refused.length).toBeGreaterThan(500)
    expect(left).toEqual([])
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
  readonly disagreements: readonly string[]
  readonly refusals: readonly Refusal[]
}

/** Both readers are of one document that is read once. */
async function run(group: SuiteGroup, draft: string, language: string): Promise<Run> {
  const document = documentOf(withRemotes(group.schema), language)
  const options = { allowRemote: true, network: networkOf(draft) }
  const { validators, diagnostics, read, model } = await compile(document, options)
  const validator = validators.Schema ?? Object.values(validators).at(-1)
  const judge = read && model && judgeIn(read, model)
  const failures: string[] = []
  const disagreements: string[] = []
  const refusals: Refusal[] = []
  for (const { description, data, valid } of group.tests) {
    if (!validator || !agrees(validator, data, valid)) failures.push(description)
    if (!judge) continue
    const name = `${draft} | ${group.file} | ${group.description} | ${description}`
    const judged = judge(data)
    if (judged.strict !== validator?.strict.is(data)) disagreements.push(`strict: ${name}`)
    if (judged.tolerant !== validator?.is(data)) disagreements.push(`tolerant: ${name}`)
    if (!judged.strict && read?.files.size === 1) refusals.push({ name, document, data, judged })
  }
  return {
    failures,
    held: group.tests.length - failures.length,
    diagnosed: diagnostics.map((each) => each.code),
    disagreements,
    refusals,
  }
}

/** A document is an object; a schema that is not becomes part of one. */
function documentOf(schema: unknown, language: string): object {
  if (typeof schema !== 'object' || schema === null) return { $schema: language, allOf: [schema] }
  return { $schema: language, ...schema }
}
