import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createRegistry } from '../../../generator/src/lower/names/registry.js'
import { createRuleLowering } from '../../../generator/src/lower/rules/rules.js'
import { NO_TAGS } from '../../../generator/src/lower/unions/recognise.js'
import { loadDocument } from '../../../generator/src/source/document.js'
import { member } from '../../../generator/src/source/node.js'

/** The rule of a schema, with no type read before, or ever. */
async function ruleOf(schema: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-rules-'))
  try {
    const definitions = { S: { type: 'string' }, O: { type: 'object' }, Made: schema }
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ definitions }))
    const document = await loadDocument('spec.json', folder)
    const container = member(document.root, 'definitions')
    const made = container && member(container, 'Made')
    if (!made) throw new Error('no schema')
    const unreported = () => {}
    const registry = createRegistry(document, [container], unreported)
    return createRuleLowering(registry, NO_TAGS, unreported, document).ruleOf(made)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const TEXT = { $ref: '#/definitions/S' }
const OBJECT = { $ref: '#/definitions/O' }
const UNION = { type: 'object', oneOf: [TEXT, OBJECT] }

test('a rule accepts the members that `type: object` beside them excludes', async () => {
  expect((await ruleOf(UNION)).types).toEqual(['object', 'string'])
  expect((await ruleOf({ ...UNION, type: 'string' })).types).toEqual(['string'])
})

test.each<[string, object, (rule: Awaited<ReturnType<typeof ruleOf>>) => unknown]>([
  ['not', { not: UNION }, ({ not }) => not?.types],
  ['if', { if: UNION }, ({ when }) => when?.condition.types],
  ['contains', { contains: UNION }, ({ list }) => list?.contains?.rule.types],
  [
    'dependentSchemas',
    { dependentSchemas: { a: UNION } },
    ({ record }) => record?.dependentRules[0]?.rule.types,
  ],
])('inside of `%s`, the schema means what it says', async (_, schema, typesIn) => {
  expect(typesIn(await ruleOf(schema))).toEqual(['object'])
})
