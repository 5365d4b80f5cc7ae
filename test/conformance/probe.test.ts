import { describe, expect, test } from 'vitest'
import { type Judged, judgeOf, mended } from '../unit/probe/probe.fixture.js'
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
        const { validators } = await compile(document)
        const validator = validators.Schema ?? Object.values(validators).at(-1)
        for (const { name, data, judged } of await casesOf(group, document)) {
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
      for (const each of await casesOf(group, documentOf(group.schema, language))) {
        if (each.judged.strict) continue
        const { holds } = await mended(each.document, each.data, (judged) => judged.strict)
        if (!holds) left.push(each.name)
      }
    }
    expect(left).toEqual([])
  })
})

async function casesOf(group: SuiteGroup, document: object): Promise<Case[]> {
  const judge = await judgeOf(document)
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
