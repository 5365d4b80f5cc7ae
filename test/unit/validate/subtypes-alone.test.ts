import { expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const subtype = (base: string, properties: object) => ({
  allOf: [ref(base), { type: 'object', properties }],
})
const base = (discriminator: object, kind: object = { type: 'string' }) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind, name: { type: 'string' } },
  discriminator: { propertyName: 'kind', ...discriminator },
})
const cat = subtype('Pet', { lives: { type: 'integer' } })
const dog = subtype('Pet', { tricks: { type: 'integer' } })

const compiled = (schemas: object, openapi = '3.1.0') =>
  compile({
    openapi,
    info: { title: 'Subtypes', version: '1' },
    paths: {},
    components: { schemas },
  })

const mapping = { cat: 'Cat', dog: 'Dog' }
const of = (...values: string[]) => ({ type: 'string', enum: values })

test.each([
  [
    'a mapping names it by its name',
    { Pet: base({ mapping: { ...mapping, pet: 'Pet' } }), Cat: cat, Dog: dog },
    'pet',
  ],
  [
    'it lists a kind that no subtype has',
    { Pet: base({ mapping }, of('cat', 'dog', 'newt')), Cat: cat, Dog: dog },
    'newt',
  ],
  [
    'its own name is listed as a kind',
    { Pet: base({}, of('Pet', 'Cat', 'Dog')), Cat: cat, Dog: dog },
    'Pet',
  ],
  [
    'a union lists it beside its subtypes',
    { Any: { anyOf: [ref('Pet'), ref('Cat')] }, Pet: base({}), Cat: cat, Dog: dog },
    'Pet',
  ],
  [
    'what it lists are no names of subtypes',
    { Pet: base({}, of('1', '2')), Cat: cat, Dog: dog },
    '1',
  ],
  [
    'two subtypes have the same constant',
    {
      Pet: base({}),
      Cat: subtype('Pet', { kind: { const: 'cat' } }),
      Lion: subtype('Cat', { mane: { type: 'boolean' } }),
      Dog: dog,
    },
    'newt',
  ],
  [
    'a subtype is mapped, and is no object',
    { Pet: base({ mapping: { ...mapping, text: 'Text' } }), Cat: cat, Dog: dog, Text: of('x') },
    'newt',
  ],
  [
    'a subtype brings a choice of its own',
    {
      Pet: base({}),
      Cat: { allOf: [ref('Pet'), { oneOf: [{ required: ['a'] }, { type: 'object' }] }] },
      Dog: dog,
    },
    'newt',
  ],
])('a base stands for itself where %s', async (_, schemas, kind) => {
  const { unions, validators } = await compiled(schemas)
  expect(unions.petKind).toBeUndefined()
  expect(validators.Pet?.strict.is({ kind })).toBe(true)
})

test('a base is a record if values without a kind have a meaning', async () => {
  const schemas = { Pet: base({ defaultMapping: 'Dog' }), Cat: cat, Dog: dog }
  const { unions } = await compiled(schemas, '3.2.0')
  expect(unions.petKind).toBeUndefined()
})

test('a base that is a kind of a union is a record', async () => {
  const told = { oneOf: [ref('Pet'), ref('Toy')], discriminator: { propertyName: 'kind' } }
  const toy = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
  const { unions } = await compiled({ Told: told, Pet: base({}), Cat: cat, Dog: dog, Toy: toy })
  expect(unions.toldKind?.({ kind: 'Pet' })).toBe('Pet')
})

test('a mapping can also name a schema that is not a subtype', async () => {
  const toy = { type: 'object', properties: { kind: { type: 'string' } } }
  const pet = base({ mapping: { ...mapping, toy: 'Toy' } })
  const { unions } = await compiled({ Pet: pet, Cat: cat, Dog: dog, Toy: toy })
  expect(unions.petKind?.({ kind: 'toy' })).toBe('toy')
})

test('kinds without a mapping are the names that the document writes', async () => {
  const { unions } = await compiled({
    Pet: base({ mapping: { mapped: 'my.Bird' } }),
    Cat: { ...cat, 'x-tagwire-name': 'Feline' },
    'my.Bird': subtype('Pet', {}),
    'my.Dog': dog,
  })
  expect(unions.petKind?.({ kind: 'Cat' })).toBe('Cat')
  expect(unions.petKind?.({ kind: 'my.Dog' })).toBe('my.Dog')
  expect(unions.petKind?.({ kind: 'mapped' })).toBe('mapped')
})

test('a subtype that extends its base beside a reference keeps what it adds', async () => {
  const bird = { ...ref('Pet'), type: 'object', properties: { wings: { type: 'integer' } } }
  const { unions, validators } = await compiled({ Pet: base({}), Cat: cat, Dog: dog, Bird: bird })
  expect(unions.petKind?.({ kind: 'Bird' })).toBe('Bird')
  expect(unions.birdKind).toBeUndefined()
  expect(validators.Bird?.is({ kind: 'Bird', wings: 'x' })).toBe(false)
})
