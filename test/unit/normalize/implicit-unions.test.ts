import { expect, test } from 'vitest'
import { expandImplicitUnions } from '../../../generator/src/normalize/implicit-unions.js'
import { documentOf, documentWith, valueAt } from './documents.fixture.js'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const Animal = {
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  properties: { kind: { type: 'string' } },
}
const extending = (kind: string): object => ({
  allOf: [ref('Animal'), { type: 'object', properties: { kind: { const: kind } } }],
})

async function membersOf(schemas: object): Promise<unknown> {
  const document = expandImplicitUnions(await documentWith({ components: { schemas } }))
  return valueAt(document, 'components', 'schemas', 'Animal', 'oneOf')
}

test('a base whose subtypes have tags becomes their union, and is not modified', async () => {
  const schemas = { Animal, Dog: extending('dog'), Cat: extending('cat'), Other: {} }
  expect(await membersOf(schemas)).toEqual([ref('Dog'), ref('Cat')])
  const document = expandImplicitUnions(await documentWith({ components: { schemas } }))
  expect(valueAt(document, 'components', 'schemas', 'Animal')).toMatchObject(Animal)
  expect(valueAt(document, 'components', 'schemas', 'Dog')).toEqual(extending('dog'))
})

test('a reference leads to the union, and its members to the base in the text', async () => {
  const schemas = { Animal, Dog: extending('dog'), Cat: extending('cat') }
  const document = expandImplicitUnions(await documentWith({ components: { schemas } }))
  const found = document.resolve({ value: ref('Animal'), source: document.root.source })
  expect(found).toMatchObject({ value: { oneOf: [ref('Dog'), ref('Cat')] } })
  const base = { file: 'spec.json', pointer: '/components/schemas/Animal' }
  const origin = document.origin?.({ ...base, pointer: `${base.pointer}/oneOf/1` })
  expect(origin).toEqual(base)
})

test.each<[string, object]>([
  ['nothing extends it', { Animal, Dog: {} }],
  ['two subtypes have one name', { Animal, Dog: extending('dog'), Cat: extending('dog') }],
  [
    'it lists a kind that no subtype has',
    {
      Animal: { ...Animal, properties: { kind: { enum: ['dog', 'cat', 'cow'] } } },
      Dog: extending('dog'),
      Cat: extending('cat'),
    },
  ],
  [
    'a union lists it beside its subtypes',
    {
      Animal,
      Dog: extending('dog'),
      Cat: extending('cat'),
      Any: { oneOf: [ref('Animal'), ref('Dog'), ref('Cat')] },
    },
  ],
])('a base stays alone where %s', async (_, schemas) => {
  expect(await membersOf(schemas)).toBeUndefined()
})

test('a document without such a base is returned unchanged', async () => {
  const document = await documentOf({ $defs: { A: { type: 'object' } } })
  expect(expandImplicitUnions(document)).toBe(document)
})
