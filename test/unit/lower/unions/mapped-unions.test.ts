import { expect, test } from 'vitest'
import { lowered, openapi, ref } from '../../schema-model.fixture.js'
import { shapeText } from '../shape-text.fixture.js'
import { all, is, S, unit } from './shapes-of.fixture.js'

// Discriminators of unions inside each other.

const discriminator = (propertyName: string, names?: Readonly<Record<string, string>>) => ({
  discriminator: {
    propertyName,
    ...(names
      ? {
          mapping: Object.fromEntries(
            Object.entries(names).map(([tag, name]) => [tag, `#/components/schemas/${name}`]),
          ),
        }
      : {}),
  },
})

const A = all({ t: S, sub: S, a: S })
const B = all({ t: S, sub: S, b: S })
const C = all({ t: S, c: S })
const inner = { oneOf: [ref('A'), ref('B')] }
const outer = { oneOf: [ref('Inner'), ref('C')] }

async function shapeOfT(schemas: object): Promise<readonly string[]> {
  const { model, codes } = await lowered(openapi({ A, B, C, ...schemas }))
  const T = model.declarations.find(({ name }) => name === 'T')
  return [...(T ? [shapeText(T.shape)] : []), ...codes]
}

test.each<[string, object, object, string, ...string[]]>([
  [
    'of one union maps another one as a whole',
    inner,
    discriminator('t', { in: 'Inner', c: 'C' }),
    'by t { in: Inner, c: C }',
  ],
  [
    'of one union maps another one as a whole, which has another discriminator',
    { ...inner, ...discriminator('sub', { a: 'A', b: 'B' }) },
    discriminator('t', { in: 'Inner', c: 'C' }),
    'by t { in: Inner, c: C }',
  ],
  [
    'of one union maps another one, whose members have names as tags',
    { ...inner, ...discriminator('t') },
    discriminator('t', { in: 'Inner', c: 'C' }),
    'by t { A: A, B: B, c: C }',
    'TW3005',
  ],
  [
    'of a list of one member maps this member',
    { oneOf: [ref('A')] },
    discriminator('t', { in: 'Inner', c: 'C' }),
    'by t { in: A, c: C }',
  ],
  [
    'has the names of members that are not mapped',
    inner,
    discriminator('t', { c: 'C' }),
    'by t { A: A, B: B, c: C }',
  ],
])('a discriminator %s', async (_, Inner, around, ...shapes) => {
  expect(await shapeOfT({ T: { ...outer, ...around }, Inner })).toEqual(shapes)
})

test.each<[string, object, Readonly<Record<string, string>>, string, ...string[]]>([
  ['that is its value', is('in'), { in: 'Inner' }, 'by t { in: Inner, c: C }', 'TW3003'],
  [
    'of several',
    unit('in', 'on'),
    { in: 'Inner', on: 'Inner' },
    'by t { in: Inner, on: Inner, c: C }',
    'TW3003',
  ],
  [
    'beside another one',
    is('in'),
    { in: 'Inner', on: 'Inner' },
    'one of { Inner: Inner, C: C }',
    'TW3003',
    'TW3004',
  ],
  [
    'that is never its value',
    is('in'),
    { on: 'Inner' },
    'one of { Inner: Inner, C: C }',
    'TW3003',
    'TW3004',
  ],
])('a tag is mapped to a union: %s', async (_, t, names, ...shapes) => {
  const Inner = { oneOf: [all({ t, a: S, x: S }), all({ t, b: S, y: S })] }
  const T = { ...outer, ...discriminator('t', { ...names, c: 'C' }) }
  expect((await shapeOfT({ T, Inner })).toSorted()).toEqual(shapes.toSorted())
})

test('a mapping may use the name of a schema, also if its type has another name', async () => {
  const T = {
    oneOf: [ref('my-pet'), ref('C')],
    discriminator: { propertyName: 't', mapping: { p: 'my-pet', c: 'C' } },
  }
  expect(await shapeOfT({ T, 'my-pet': A })).toEqual(['by t { p: MyPet, c: C }'])
  const mapping = { p: 'MyPet', c: 'C' }
  expect(
    await shapeOfT({ T: { ...T, discriminator: { propertyName: 't', mapping } }, 'my-pet': A }),
  ).toEqual(['by t { p: MyPet, c: C }'])
})
