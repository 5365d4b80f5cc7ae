import { describe, expect, onTestFinished, test } from 'vitest'
import { isDictionary } from '../../../generator/src/model/json.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { createProject, run } from '../cli/cli.fixture.js'

/** Proposed changes are what a person would have written. */

function specOf(version: string, thing: string): string {
  return `openapi: ${version}
info: { title: Things, version: 1.0.0 }
paths: {}
components:
  schemas:
    Part: { type: object, properties: { id: { type: string } } }
    Thing:
${thing.replaceAll(/^/gm, '      ')}
`
}

async function applied(
  version: string,
  thing: string,
  values: readonly unknown[],
  ...args: string[]
): Promise<{ readonly thing: unknown; readonly text: string; readonly overlay: string }> {
  const project = createProject({
    'spec.yaml': specOf(version, thing),
    ...Object.fromEntries(
      values.map((value, index) => [`recorded/thing.${index}.json`, JSON.stringify(value)]),
    ),
  })
  onTestFinished(() => project.remove())
  const how = args.length > 0 ? args : ['--apply']
  await run(project.folder, ['probe', 'spec.yaml', '--samples', 'recorded', ...how])
  const text = project.read('spec.yaml')
  const file = args[1]
  return {
    text,
    thing: valueAt(text, 'components', 'schemas', 'Thing'),
    overlay: file === undefined ? '' : project.read(file),
  }
}

function valueAt(text: string, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (isDictionary(at) ? at[key] : undefined),
    parseText(text, false).value,
  )
}

const RECORD = `type: object
required: [a, b] # always there
properties: { a: { type: string }, b: { type: string } }`

test('a list of required fields that is empty goes', async () => {
  for (const version of ['3.0.3', '3.1.0']) {
    const { thing } = await applied(version, RECORD, [{}])
    expect(thing).not.toHaveProperty('required')
    const half = await applied(version, RECORD, [{ b: 'x' }])
    expect(half.thing).toMatchObject({ required: ['b'] })
    const twice = await applied(version, RECORD.replace('a, b', 'a'), [{}])
    expect(twice.thing).not.toHaveProperty('required')
  }
})

test('in an overlay, too', async () => {
  const { overlay } = await applied('3.0.3', RECORD, [{}], '--overlay', 'seen.yaml')
  expect(parseText(overlay, false).value).toMatchObject({
    actions: [{ target: "$['components']['schemas']['Thing']['required']", remove: true }],
  })
})

test('a list of members is extended', async () => {
  const choice = 'anyOf: [{ type: string }, { type: integer }]'
  const { thing } = await applied('3.0.3', choice, [true, { a: 1 }])
  expect(thing).toEqual({
    anyOf: [
      { type: 'string' },
      { type: 'integer' },
      { type: 'boolean' },
      { type: 'object', properties: { a: { type: 'integer' } } },
    ],
  })
  for (const version of ['3.0.3', '3.1.0']) {
    const one = await applied(version, choice.replace('anyOf', 'oneOf'), [true])
    expect(one.thing).toEqual({
      oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }],
    })
    const wider = await applied(version, choice, [1.5])
    expect(wider.thing).toEqual({ anyOf: [{ type: 'string' }, { type: 'number' }] })
  }
  const reference = "anyOf: [{ $ref: '#/components/schemas/Part' }, { type: integer }]"
  const other = await applied('3.1.0', reference, [true])
  expect(JSON.stringify(other.thing)).not.toMatch(/anyOf.*anyOf/)
})

test('several types in OpenAPI 3.0 are several members', async () => {
  const { thing } = await applied('3.0.3', 'type: string', [true, 1])
  expect(thing).toEqual({
    anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'integer' }],
  })
})

describe('new objects have properties', () => {
  const address = { street: 'Main Street 5', tags: [{ name: 'x' }], geo: { lat: 1.5, lon: 2 } }
  const structure = {
    type: 'object',
    properties: {
      street: { type: 'string' },
      tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      geo: { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'integer' } } },
    },
  }
  test('of a new field', async () => {
    const values = [
      { a: 'x', b: 'y', address },
      { a: 'x', b: 'y', address: { zip: 5 } },
    ]
    const { thing, text } = await applied('3.0.3', RECORD, values)
    expect(thing).toMatchObject({
      properties: {
        address: { properties: { ...structure.properties, zip: { type: 'integer' } } },
      },
    })
    expect(text).not.toContain('Main Street')
  })
  test('of a new variant', async () => {
    const keyed = `oneOf:
  - { type: object, required: [walk], properties: { walk: { type: object } } }
  - { type: object, required: [ride], properties: { ride: { type: object } } }`
    const { thing } = await applied('3.1.0', keyed, [{ swim: address }])
    expect(thing).toMatchObject({
      oneOf: [{}, {}, { required: ['swim'], properties: { swim: structure } }],
    })
    const tagged = `oneOf:
  - { type: object, required: [kind], properties: { kind: { const: walk } } }
  - { type: object, required: [kind], properties: { kind: { const: ride } } }`
    const other = await applied('3.1.0', tagged, [{ kind: 'swim', lengths: 4 }])
    expect(other.thing).toMatchObject({
      oneOf: [
        {},
        {},
        {
          required: ['kind'],
          properties: { kind: { const: 'swim' }, lengths: { type: 'integer' } },
        },
      ],
    })
  })
  test('keys that are data are a map', async () => {
    const prices = { '0x12345678': 1, '0x87654321': 2 }
    const { thing } = await applied('3.1.0', RECORD, [{ a: 'x', b: 'y', prices }])
    expect(thing).toMatchObject({
      properties: { prices: { type: 'object', additionalProperties: { type: 'integer' } } },
    })
  })
})

describe('an object or a list in place of something else has its parts', () => {
  test('beside another type', async () => {
    const { thing } = await applied('3.1.0', 'type: string', [{ a: 1 }, ['x'], [2]])
    expect(thing).toEqual({
      type: ['string', 'object', 'array'],
      properties: { a: { type: 'integer' } },
      items: { type: ['string', 'integer'] },
    })
  })
  test('unless the schema says more about them', async () => {
    const { thing } = await applied('3.1.0', 'type: string\nproperties: {}', [{ a: 1 }])
    expect(thing).toEqual({ type: ['string', 'object'], properties: {} })
  })
  test('as members in OpenAPI 3.0', async () => {
    const { thing } = await applied('3.0.3', 'type: string', [{ a: 1 }, true])
    expect(thing).toEqual({
      anyOf: [
        { type: 'string' },
        { type: 'boolean' },
        { type: 'object', properties: { a: { type: 'integer' } } },
      ],
    })
  })
})

describe('a schema that becomes a part of another one keeps', () => {
  const reference = `# A part.
$ref: '#/components/schemas/Part' # the usual one`

  test('the comments of a reference', async () => {
    const { text, thing } = await applied('3.0.3', reference, [null])
    expect(thing).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Part' }], nullable: true })
    expect(text).toContain('# A part.\n')
    expect(text).toContain("$ref: '#/components/schemas/Part' # the usual one\n")
    const other = await applied('3.1.0', reference, [null])
    expect(other.thing).toEqual({
      oneOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }],
    })
    expect(other.text).toContain("$ref: '#/components/schemas/Part' # the usual one\n")
  })

  test('its style, its anchors and the comments inside', async () => {
    const schema = `type: object
properties:
  a: &a { type: string } # first
  b: *a # second`
    const { text, thing } = await applied('3.0.3', schema, ['x'])
    expect(thing).toMatchObject({ anyOf: [{ type: 'object' }, { type: 'string' }] })
    expect(text).toContain('a: &a { type: string } # first\n')
    expect(text).toContain('b: *a # second\n')
  })
})

test('brackets are written as in the rest of the file', async () => {
  const { text } = await applied('3.1.0', '{ type: string, enum: [a, b] }', [null])
  expect(text).toContain('{ type: [string, "null"], enum: [a, b, null] }')
})

test('an overlay is YAML, unless its name says JSON', async () => {
  const value = { a: 'x', b: 'y', more: 1 }
  const { overlay, text } = await applied('3.1.0', RECORD, [value], '--overlay', 'seen.yaml')
  expect(overlay).toMatch(/^overlay: 1\.0\.0\ninfo:\n/)
  expect(text).toBe(specOf('3.1.0', RECORD))
  const json = await applied('3.1.0', RECORD, [value], '--overlay', 'seen.json')
  expect(JSON.parse(json.overlay)).toEqual(parseText(overlay, false).value)
})
