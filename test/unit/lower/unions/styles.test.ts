import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lower } from '../../../../generator/src/lower/lower.js'
import { loadDocument } from '../../../../generator/src/source/document.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-lower-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const record = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const text = { type: 'string' }

/** What distinguishes the members of the schema `A`, and by which tags. */
async function taggingOf(schema: object): Promise<unknown> {
  const components = { schemas: { A: schema } }
  const head = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ ...head, components }))
  const model = lower(await loadDocument('spec.json', folder), () => undefined)
  const shape = model?.declarations.find(({ name }) => name === 'A')?.shape
  if (shape?.kind !== 'union') return shape?.kind
  return [shape.tagging.style, shape.cases.map(({ tag }) => tag), shape.common.map((it) => it.name)]
}

test.each<readonly [string, object, unknown]>([
  ['one key each', { oneOf: [record({ a: text }), record({ b: text })] }, ['key', ['a', 'b'], []]],
  [
    'one key each beside what all share',
    { oneOf: [record({ a: text, at: text }), record({ b: text, at: text })] },
    ['key', ['a', 'b'], ['at']],
  ],
  [
    'a constant property',
    {
      oneOf: [record({ kind: { const: 'a' }, x: text, y: text }), record({ kind: { const: 'b' } })],
    },
    ['property', ['a', 'b'], []],
  ],
  [
    'a constant property and one for the content',
    {
      oneOf: [
        record({ type: { const: 'a' }, value: text }),
        record({ type: { const: 'b' }, value: { type: 'integer' } }),
      ],
    },
    ['pair', ['a', 'b'], []],
  ],
  ['one key alone', record({ a: text }), 'record'],
])('%s', async (_, schema, want) => {
  expect(await taggingOf(schema)).toEqual(want)
})
