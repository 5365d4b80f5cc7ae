import { expect, test } from 'vitest'
import { judgeIn } from '../../probe/probe.fixture.js'
import { compile } from '../compile.fixture.js'

/**
 * Values that `x-tagwire-open` leaves open cannot say of which kind an object is: another value may belong to any of
 * them. A mapping says it all the same. Whether the values have a name makes no difference.
 */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const MAPPING = { cat: ref('Cat').$ref, lion: ref('Cat').$ref, dog: ref('Dog').$ref }

interface Making {
  readonly isNamed: boolean
  readonly isOpen: boolean
  readonly discriminator?: object
}

async function pets({ isNamed, isOpen, discriminator }: Making) {
  const listed = (...values: string[]) => ({
    type: 'string',
    enum: values,
    ...(isOpen ? { 'x-tagwire-open': true } : {}),
  })
  const [cats, dogs] = [listed('cat', 'lion'), listed('dog')]
  const member = (kind: unknown, name: string) => ({
    type: 'object',
    required: ['kind', name],
    properties: { kind, [name]: { type: 'integer' } },
  })
  const { model, read, validators } = await compile({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {},
    components: {
      schemas: {
        Pet: { oneOf: [ref('Cat'), ref('Dog')], ...(discriminator ? { discriminator } : {}) },
        Cat: member(isNamed ? ref('Cats') : cats, 'claws'),
        Dog: member(isNamed ? ref('Dogs') : dogs, 'barks'),
        Cats: cats,
        Dogs: dogs,
      },
    },
  })
  if (!model || !read || !validators.Pet) throw new Error('the document has errors')
  const shape = model.declarations.find(({ name }) => name === 'Pet')?.shape
  return {
    style: shape?.kind === 'union' ? shape.tagging.style : undefined,
    judge: judgeIn(read, model, 'Pet'),
    validator: validators.Pet,
  }
}

const VALUES = [
  { kind: 'cat', claws: 1 },
  { kind: 'lion', claws: 1 },
  { kind: 'dog', barks: 1 },
  { kind: 'tiger', claws: 1 },
  { kind: 'tiger', claws: 'sharp' },
  { kind: 'cat', claws: 'sharp' },
  { kind: 'cat', barks: 1 },
  { kind: null, claws: 1 },
  { claws: 1 },
]

test.each([
  ['closed values', { isOpen: false }, 'property', '110 110 110 101 101 000 001 000 000'],
  ['open values', { isOpen: true }, 'none', '110 110 110 101 000 000 101 000 000'],
  [
    'open values that a mapping lists',
    { isOpen: true, discriminator: { propertyName: 'kind', mapping: MAPPING } },
    'property',
    '110 110 110 101 101 000 001 000 000',
  ],
] as const)('%s, named or not', async (_, making, style, expected) => {
  for (const isNamed of [true, false]) {
    const { judge, validator, ...made } = await pets({ ...making, isNamed })
    expect(made.style).toBe(style)
    const told = VALUES.map((value) => {
      const [isValid, isStrict] = [validator.is(value), validator.strict.is(value)]
      const drifts = validator.drift(value).length > 0
      expect([judge(value).tolerant, judge(value).strict]).toEqual([isValid, isStrict])
      // What is tolerated without drift is strictly valid.
      if (isValid && !drifts) expect(isStrict).toBe(true)
      return [isValid, isStrict, drifts].map(Number).join('')
    })
    expect(told.join(' ')).toBe(expected)
  }
})
