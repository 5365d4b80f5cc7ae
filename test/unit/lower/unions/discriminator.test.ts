import { describe, expect, test } from 'vitest'
import { ref } from '../../schema-model.fixture.js'
import { all, record, S, shapesOf } from './shapes-of.fixture.js'

describe('by a discriminator', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'and the names of members',
      { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'pet' } },
      'by pet { Cat: Cat, Dog: Dog }',
    ],
    [
      'with a mapping',
      {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'pet',
          mapping: { cat: '#/components/schemas/Cat', dog: 'Dog', puppy: 'Dog' },
        },
      },
      'by pet { cat: Cat, dog: Dog, puppy: Dog }',
    ],
    [
      'of a property that no member has',
      { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'nope' } },
      'by nope { Cat: Cat, Dog: Dog }',
      'TW3004',
    ],
    [
      'of a property beside the members',
      {
        ...record({ nope: S }),
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'nope' },
      },
      'by nope { Cat: Cat, Dog: Dog }',
    ],
    [
      'of a property that any member may have',
      {
        oneOf: [{ ...record({ a: S }), additionalProperties: S }, all({ b: S, c: S })],
        discriminator: { propertyName: 'nope' },
      },
      'one of { #1: { a?: string, [key]: string }, #2: { b: string, c: string } }',
      'TW3004',
    ],
    [
      'mapped to a stranger',
      {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'pet',
          mapping: { cat: 'Cat', dog: 'Dog', one: '#/components/schemas/One' },
        },
      },
      'by pet { cat: Cat, dog: Dog }',
      'TW3005',
    ],
    [
      'beside a text',
      { oneOf: [ref('Cat'), S], discriminator: { propertyName: 'pet' } },
      'one of { Cat: Cat, #2: string }',
      'TW3004',
    ],
    [
      'mapped against constants',
      {
        oneOf: [ref('One'), ref('Two')],
        discriminator: {
          propertyName: 'k',
          mapping: { one: '#/components/schemas/Two', two: '#/components/schemas/One' },
        },
      },
      'by k { one: One, two: Two }',
      'TW3005',
      'TW3005',
    ],
    [
      'beside constants',
      { oneOf: [ref('One'), ref('Two')], discriminator: { propertyName: 'k' } },
      'by k { one: One, two: Two }',
    ],
    [
      'whose names its property does not list',
      { oneOf: [ref('Left'), ref('Right')], discriminator: { propertyName: 'side' } },
      'one of { Left: Left, Right: Right }',
      'TW3004',
    ],
    [
      'of the base of the members',
      { oneOf: [ref('Sub'), ref('Base2')] },
      'by sort { sub: Sub, other: Base2 }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
