import { describe, expect, test } from 'vitest'
import { isCheckedFormat } from '../../generator/src/model/shapes/formats.js'
import { judgeOf } from '../unit/probe/probe.fixture.js'
import { compile } from '../unit/validate/compile.fixture.js'
import { formatGroups, type SuiteGroup, suiteExists } from './suite.js'

const $schema = 'https://json-schema.org/draft/2020-12/schema'

/** Formats that are known but not checked, as `docs/formats.md` says. */
const UNCHECKED = [
  'idn-email',
  'idn-hostname',
  'iri',
  'iri-reference',
  'relative-json-pointer',
  'unknown',
  'uri-template',
]

/**
 * Schemas in the suite name a format; some names stand for two formats, such as `ecmascript-regex`.
 */
function formatOf({ schema }: SuiteGroup): string {
  const known = typeof schema === 'object' && schema !== null && 'format' in schema
  return known ? String(schema.format) : ''
}

describe.runIf(suiteExists)('formats of the JSON Schema test suite', () => {
  const byFormat = new Map<string, SuiteGroup[]>()
  for (const group of suiteExists ? formatGroups() : []) {
    const format = formatOf(group)
    byFormat.set(format, [...(byFormat.get(format) ?? []), group])
  }

  test('are checked, or named as not checked', () => {
    const unchecked = [...byFormat.keys()].filter((format) => !isCheckedFormat(format))
    expect(unchecked.sort()).toEqual(UNCHECKED)
  })

  test.each([...byFormat].filter(([format]) => isCheckedFormat(format)))(
    '%s',
    async (format, groups) => {
      const schema = { $schema, $defs: { It: { format } } }
      const { validators } = await compile(schema)
      const judge = await judgeOf(schema, 'It')
      const different: string[] = []
      for (const { description, data, valid } of groups.flatMap((group) => group.tests)) {
        const strict = validators.It?.strict.is(data)
        if (strict !== valid) different.push(`${description}: ${JSON.stringify(data)} is ${strict}`)
        if (judge?.(data).strict !== strict) different.push(`${description}: probe differs`)
      }
      expect(groups.flatMap((group) => group.tests).length).toBeGreaterThan(10)
      expect(different).toEqual([])
    },
  )
})
