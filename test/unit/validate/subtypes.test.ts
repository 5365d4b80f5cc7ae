import { expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

const subtype = (base: string, properties: object) => ({
  allOf: [{ $ref: `#/components/schemas/${base}` }, { type: 'object', ...properties }],
})

const document = {
  openapi: '3.0.3',
  info: { title: 'Subtypes', version: '1' },
  paths: {},
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['pet_type'],
        properties: { pet_type: { type: 'string' }, name: { type: 'string' } },
        discriminator: {
          propertyName: 'pet_type',
          mapping: { kitty: '#/components/schemas/Cat' },
        },
      },
      Cat: subtype('Pet', { required: ['lives'], properties: { lives: { type: 'integer' } } }),
      Dog: subtype('Pet', { properties: { tricks: { type: 'integer' } } }),
      Puppy: subtype('Dog', { required: ['weeks'], properties: { weeks: { type: 'integer' } } }),
    },
  },
}

const { diagnostics, validators, unions } = await compile(document)

test('a base and its subtypes are nothing to complain about', () => expect(diagnostics).toEqual([]))

test.each([
  ['a subtype by its mapping', { pet_type: 'kitty', lives: 9 }, []],
  ['a subtype by its name', { pet_type: 'Dog', tricks: 2 }, []],
  ['a subtype of a subtype', { pet_type: 'Puppy', weeks: 3 }, []],
  ['what the subtype demands', { pet_type: 'kitty' }, ['lives']],
  ['what the subtype of a subtype demands', { pet_type: 'Puppy' }, ['weeks']],
  ['what the subtype inherits', { pet_type: 'Puppy', weeks: 3, tricks: 'x' }, ['tricks']],
  ['what the base and the tag demand', { name: 'x' }, ['pet_type', 'pet_type']],
  ['what the base says of others', { pet_type: 'parrot', name: 3 }, ['name']],
])('the validator of a base knows %s', (_, value, paths) => {
  expect(validators.Pet?.check(value).map(({ path }) => path)).toEqual(paths)
})

test('an unknown kind is drift, and rejected by strict', () => {
  const parrot = { pet_type: 'parrot', name: 'x' }
  expect(validators.Pet?.is(parrot)).toBe(true)
  expect(validators.Pet?.drift(parrot)).toHaveLength(1)
  expect(validators.Pet?.strict.is(parrot)).toBe(false)
})

test('a subtype inherits properties, but not the list', () => {
  expect(validators.Puppy?.is({ pet_type: 'Puppy', weeks: 3 })).toBe(true)
  expect(validators.Puppy?.is({ weeks: 3 })).toBe(false)
})

test('the kinds of a base have guards', () => {
  expect(unions.petKind?.({ pet_type: 'kitty' })).toBe('kitty')
  expect(unions.isPetPuppy?.({ pet_type: 'Puppy' })).toBe(true)
  expect(unions.isPet?.({ pet_type: 'Pet' })).toBe(false)
})
