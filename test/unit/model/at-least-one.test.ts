import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import { atLeastOne } from '../../../generator/src/model/shapes/at-least-one.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-at-least-one-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const either = (extra: object = {}): object => ({
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' }, ...extra },
  anyOf: [{ required: ['a'] }, { required: ['b'] }],
})
const post = (operationId: string, schema: object): object => ({
  post: {
    operationId,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Done.' } },
  },
})

async function modelOf(schemas: object, paths: object): Promise<Model> {
  const info = { title: 'Bodies', version: '1' }
  const document = { openapi: '3.1.0', info, paths, components: { schemas } }
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document))
  const { model } = await readModel('openapi.json', folder)
  if (!model) throw new Error('the document has errors')
  return model
}

test('bodies that are used nowhere else', async () => {
  const model = await modelOf(
    {
      Sent: either(),
      Tree: either({ inner: ref('Tree') }),
      Unsent: either(),
      Built: either(),
      Around: { type: 'object', properties: { built: { type: 'array', items: ref('Built') } } },
      Undescribed: { ...either(), anyOf: [{ required: ['a'] }, { required: ['c'] }] },
      Limited: { ...either(), anyOf: [{ required: ['a'], not: {} }, { required: ['b'] }] },
      Plain: { type: 'object', properties: { a: { type: 'string' } } },
    },
    Object.fromEntries(
      ['Sent', 'Tree', 'Built', 'Undescribed', 'Limited', 'Plain'].map((name) => [
        `/${name}`,
        post(name, ref(name)),
      ]),
    ),
  )
  expect(Object.fromEntries(atLeastOne(model))).toEqual({
    Sent: [['a', 'b']],
    Tree: [['a', 'b']],
  })
})

test('every declaration is looked at a few times, however many there are', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `Body${index}`)
  const model = await modelOf(
    Object.fromEntries(names.map((name) => [name, either()])),
    Object.fromEntries(names.map((name) => [`/${name}`, post(name, ref(name))])),
  )
  let reads = 0
  const declarations = model.declarations.map((each) => ({
    ...each,
    get shape() {
      reads += 1
      return each.shape
    },
  }))
  expect(atLeastOne({ ...model, declarations }).size).toBe(names.length)
  expect(reads).toBeLessThanOrEqual(3 * names.length)
})
