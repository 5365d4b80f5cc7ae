import { lowered, openapi, ref } from '../../schema-model.fixture.js'
import { shapeText } from '../shape-text.fixture.js'

// Schemas in few words, and what they become.

export const S = { type: 'string' }
export const N = { type: 'number' }
export const record = (properties: object, ...required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
})
export const unit = (...values: readonly unknown[]): object => ({ enum: values })
/** An object whose properties are all required. */
export const all = (properties: object): object => record(properties, ...Object.keys(properties))
export const is = (value: unknown): object => ({ const: value })

/** Schemas that others refer to. */
const OTHERS: Readonly<Record<string, object>> = {
  Cat: all({ pet: S, miaus: S }),
  Dog: all({ pet: S, barks: S }),
  Kennel: { oneOf: [all({ pet: S, x: S, y: S }), all({ pet: S, z: S })] },
  One: all({ k: is('one'), x: S, z: S }),
  Two: all({ k: is('two'), y: S }),
  Left: record({ side: { enum: ['up', 'down'] }, x: S, z: S }),
  Right: record({ side: { enum: ['up', 'down'] }, y: S, w: S }),
  Base: {
    ...record({ sort: S }, 'sort'),
    discriminator: {
      propertyName: 'sort',
      mapping: { sub: '#/components/schemas/Sub', other: '#/components/schemas/Base2' },
    },
  },
  Sub: { allOf: [ref('Base'), all({ x: S, y: S })] },
  Base2: { allOf: [ref('Base'), all({ v: S, w: S })] },
  Nums: { oneOf: [all({ kind: is('one'), n: S }), all({ kind: is('two'), m: S, o: S })] },
  OrNull: { type: ['string', 'null'] },
  Either: { anyOf: [S, N] },
  Renamed: ref('OrNull'),
  Nothing: { title: 'Not found', type: 'null' },
  NullOnly: { enum: [null] },
  StillNothing: ref('Nothing'),
  Anything: { description: 'Any value' },
  Pets: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'pet' } },
}

/** The shape of a schema, those that got a name on the way, and what was reported. */
export async function shapesOf(T: unknown): Promise<string[]> {
  const text = JSON.stringify(T)
  const further = { Pets: 'Cat Dog', Renamed: 'OrNull', StillNothing: 'Nothing' }
  const mentioned = Object.entries(further).reduce(
    (all, [name, others]) => (text.includes(name) ? `${all} ${others}` : all),
    text,
  )
  const needed = Object.entries(OTHERS).filter(([name]) => mentioned.includes(name))
  const { model, codes } = await lowered(openapi({ T, ...Object.fromEntries(needed) }))
  const own = model.declarations.filter(({ name }) => !needed.some(([other]) => other === name))
  return [...own.map(({ shape }) => shapeText(shape)), ...codes]
}
