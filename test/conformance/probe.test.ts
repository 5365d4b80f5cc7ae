import { describe, expect, test } from 'vitest'
import { type Judged, judgeIn, judgeOf, mended } from '../unit/probe/probe.fixture.js'
import { compile } from '../unit/validate/compile.fixture.js'
import { groupsOf, type SuiteGroup, suiteExists } from './suite.js'

// `probe` reads rules without making code of them: a second reader of every keyword. The published
// suite has values for all of them, so the two readers are held to each other here.

const drafts = [
  { draft: 'draft2020-12', language: 'https://json-schema.org/draft/2020-12/schema' },
  { draft: 'draft7', language: 'http://json-schema.org/draft-07/schema#' },
  { draft: 'draft4', language: 'http://json-schema.org/draft-04/schema#' },
]

interface Case {
  readonly name: string
  readonly document: object
  readonly data: unknown
  readonly judged: Judged
}

describe.runIf(suiteExists)('probe and the JSON Schema test suite', () => {
  test.each(drafts)(
    '$draft: of one opinion with the validators',
    {
      timeout: 120_000,
    },
    async ({ draft, language }) => {
      const different: string[] = []
      for (const group of groupsOf(draft)) {
        const document = documentOf(group.schema, language)
        // Both are of one document that is read once.
        const { validators, read, model } = await compile(document)
        const judge = read && model && judgeIn(read, model)
        const validator = validators.Schema ?? Object.values(validators).at(-1)
        for (const { name, data, judged } of casesOf(group, document, judge)) {
          if (judged.strict !== validator?.strict.is(data)) different.push(`strict: ${name}`)
          if (judged.tolerant !== validator?.is(data)) different.push(`tolerant: ${name}`)
        }
      }
      expect(different).toEqual([])
    },
  )

  test('every refused value is accepted after the changes that are proposed', {
    timeout: 240_000,
  }, async () => {
    const left: string[] = []
    const language = 'https://json-schema.org/draft/2020-12/schema'
    for (const group of groupsOf('draft2020-12')) {
      const document = documentOf(group.schema, language)
      for (const each of casesOf(group, document, await judgeOf(document))) {
        if (each.judged.strict) continue
        const { holds } = await mended(each.document, each.data, (judged) => judged.strict)
        if (!holds) left.push(each.name)
      }
    }
    expect(left).toEqual([])
  })
})

function casesOf(
  group: SuiteGroup,
  document: object,
  judge: ((value: unknown) => Judged) | undefined,
): Case[] {
  if (!judge) return []
  return group.tests.map(({ description, data }) => {
    const name = `${group.file} | ${group.description} | ${description}`
    return { name, document, data, judged: judge(data) }
  })
}

/** A document is an object; a schema that is not becomes part of one. */
function documentOf(schema: unknown, language: string): object {
  if (typeof schema !== 'object' || schema === null) return { $schema: language, allOf: [schema] }
  return { $schema: language, ...schema }
}
