import type { Random } from '../fixtures/random.js'
import type { Family, Schema, Version } from './random-schemas.js'

/**
 * Unions so small that every value of a few keys and scalars can be tried. A random value of a large schema is hardly
 * ever of two kinds at once and valid everywhere else, and what goes wrong there was not found for a long time.
 */
export function smallUnion(name: string, version: Version, random: Random): Family {
  const on: Making = { random, version, name }
  const made = random.pick([keyed, keyed, tagged, untagged])?.(on) ?? {}
  return {
    [name]: wrapped(on, made),
    [`${name}Base`]: { type: 'object', properties: { stay: { type: 'integer' } } },
    [`${name}Leaf`]: payload(on, 0),
  }
}

/** Every value that has some of these keys, and some that are no objects. */
export function smallValues(family: Family): unknown[] {
  const text = JSON.stringify(family)
  const isTagged = text.includes('"kind"')
  const under = (values: readonly unknown[]): readonly (readonly [] | readonly [unknown])[] => [
    [],
    ...values.map((each) => [each] as const),
  ]
  const payloads = under([null, 3, 9, 'a'])
  const columns = isTagged
    ? { kind: under([null, 'cat', 'dog', 'eel', 'fox', 1]), go: payloads, stay: payloads }
    : { go: payloads, stay: payloads, turn: payloads }
  const objects = Object.entries(columns).reduce<Schema[]>(
    (made, [key, cells]) =>
      made.flatMap((each) =>
        cells.map((cell) => (cell.length > 0 ? { ...each, [key]: cell[0] } : each)),
      ),
    [{}],
  )
  return [...objects, null, 3, 9, 'a', 'halt', 'rest', 'go', [], [3], { zz: 1 }, { go: 3, zz: 1 }]
}

interface Making {
  readonly random: Random
  readonly version: Version
  readonly name: string
}

function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

function payload({ random, version, name }: Making, depth = 1): Schema {
  const maybe = (schema: Schema): Schema =>
    version === '3.1'
      ? { ...schema, type: [String(schema.type), 'null'] }
      : { ...schema, nullable: true }
  const choices: Schema[] = [
    { type: 'integer' },
    { type: 'integer' },
    { type: 'integer', maximum: 5 },
    { type: 'string' },
    maybe({ type: 'integer' }),
    maybe({ type: 'integer', maximum: 5 }),
    {},
    ...(version === '3.1' ? [{ type: 'null' }] : []),
    ...(depth > 0 ? [refTo(`${name}Leaf`)] : []),
  ]
  return random.pick(choices) ?? {}
}

const KEYS = ['go', 'stay', 'turn'] as const

function keyed(on: Making): Schema {
  const { random, version } = on
  const keys = KEYS.slice(0, 2 + random.below(2))
  const members = keys.map((key): Schema => {
    const other = random.once(6) ? { [random.pick(KEYS) ?? '']: payload(on) } : {}
    const member = {
      type: 'object',
      required: [key],
      properties: { ...other, [key]: payload(on) },
      ...(random.once(3) ? { additionalProperties: false } : {}),
    }
    return random.once(8) ? { allOf: [member] } : member
  })
  const [first, ...others] = members
  const nested = random.once(6) && first ? [first, { oneOf: others }] : members
  const units = random.once(4) ? [{ type: 'string', enum: ['halt', 'rest'] }] : []
  const none = version === '3.1' && random.once(5) ? [{ type: 'null' }] : []
  const word = random.once(3) ? 'anyOf' : 'oneOf'
  return { ...beside(on), [word]: [...nested, ...units, ...none] }
}

function beside(on: Making): Schema {
  const { random, name } = on
  if (!random.once(3)) return {}
  const choices: Schema[] = [
    { type: 'object' },
    { required: ['stay'] },
    { type: 'object', properties: { stay: payload(on) } },
    { type: 'object', additionalProperties: { type: 'integer' } },
    { type: 'object', maxProperties: 1 },
    { allOf: [refTo(`${name}Base`)] },
    { not: { required: ['turn'] } },
  ]
  return random.pick(choices) ?? {}
}

function tagged(on: Making): Schema {
  const { random } = on
  const members = ['cat', 'dog', 'eel'].slice(0, 2 + random.below(2)).map(
    (kind): Schema => ({
      type: 'object',
      required: ['kind', ...(random.once(2) ? ['go'] : [])],
      properties: {
        kind: { type: 'string', enum: [kind] },
        go: payload(on),
        ...(random.once(2) ? { stay: payload(on) } : {}),
      },
      ...(random.once(3) ? { additionalProperties: false } : {}),
    }),
  )
  return {
    [random.once(4) ? 'anyOf' : 'oneOf']: members,
    ...(random.once(3) ? { discriminator: { propertyName: 'kind' } } : {}),
  }
}

/** Records that may share keys, and scalars. */
function untagged(on: Making): Schema {
  const { random } = on
  const one = (): Schema => {
    if (random.once(3)) return payload(on)
    const keys = KEYS.filter(() => random.once(2))
    const required = keys.filter(() => random.once(2))
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(keys.map((key) => [key, payload(on)])),
      ...(random.once(3) ? { additionalProperties: false } : {}),
    }
  }
  return { [random.once(2) ? 'anyOf' : 'oneOf']: [one(), one()] }
}

/** The union itself, or a part of `allOf`, or one that may be null. */
function wrapped({ random, version, name }: Making, union: Schema): Schema {
  const choices: Schema[] = [
    union,
    union,
    union,
    { allOf: [union] },
    { allOf: [union, { required: ['go'] }] },
    { allOf: [refTo(`${name}Base`), union] },
    version === '3.1' ? { anyOf: [union, { type: 'null' }] } : { ...union, nullable: true },
  ]
  return random.pick(choices) ?? union
}
