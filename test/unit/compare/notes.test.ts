import { describe, expect, test } from 'vitest'
import type { Note } from '../../../generator/src/compare/schemas/notes.js'
import { judgeOf } from '../probe/probe.fixture.js'
import { brief, changesBetween, document } from './compare.fixture.js'

const $schema = 'https://json-schema.org/draft/2020-12/schema'
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  required,
  properties,
})
const text = { type: 'string' }
/** Keeps the type of what is sent another one. */
const ONE_WAY = { type: 'string', writeOnly: true }
const holding = (schema: object): object => object({ a: schema }, ['a'])

const map = (additionalProperties: object): object => ({ type: 'object', additionalProperties })
const LISTS = holding({ type: 'array', items: map({ type: 'number' }) })
const BOOLEAN = object({ c: { type: 'boolean' } })
const CLOSED = { ...holding({ type: 'integer' }), additionalProperties: false }
const NULL_B = object({ a: { type: ['integer', 'null'] }, b: { type: 'null' } }, ['b'])

const between = (flow: 'sent' | 'received', before: object, after: object) =>
  changesBetween(
    document(flow, `T: ${JSON.stringify(before)}`),
    document(flow, `T: ${JSON.stringify(after)}`),
  )

async function notesBetween(
  flow: 'sent' | 'received',
  before: object,
  after: object,
): Promise<Note[]> {
  return [...new Set((await between(flow, before, after)).flatMap((each) => each.notes))]
}

describe('answers of servers that follow the old document', () => {
  /** The old schema, the new one, and an answer that was right; whether the new package still reads it. */
  const rows: readonly (readonly [string, object, object, unknown, 'refused' | 'read'])[] = [
    ['field-required', object({ a: text }), holding(text), {}, 'refused'],
    [
      'required-field-added',
      object({ b: text }),
      object({ b: text, a: text }, ['a']),
      {},
      'refused',
    ],
    ['field-added', object({ b: text }), object({ b: text, a: text }), {}, 'read'],
    ['null-refused', holding({ type: ['string', 'null'] }), holding(text), { a: null }, 'refused'],
    [
      'bound-tightened',
      holding(text),
      holding({ ...text, maxLength: 2 }),
      { a: 'long' },
      'refused',
    ],
    [
      'assertion-added',
      holding(text),
      { ...holding(text), not: { required: ['b'] } },
      { a: '', b: 1 },
      'refused',
    ],
    [
      'type-narrowed',
      holding({ type: 'number' }),
      holding({ type: 'integer' }),
      { a: 0.5 },
      'refused',
    ],
    [
      'member-removed',
      holding({ anyOf: [text, { type: 'array', items: text }, { type: 'integer' }] }),
      holding({ anyOf: [text, { type: 'array', items: text }] }),
      { a: 1 },
      'refused',
    ],
    ['value-removed', holding({ enum: ['x', 'y'] }), holding({ enum: ['x'] }), { a: 'y' }, 'read'],
    ['format-added', holding(text), holding({ ...text, format: 'uuid' }), { a: 'x' }, 'read'],
    [
      'direction-gained',
      object({ a: { ...text, writeOnly: true }, b: ONE_WAY }, ['a']),
      object({ a: text, b: ONE_WAY }, ['a']),
      {},
      'refused',
    ],
    [
      'direction-gained',
      object({ a: { ...text, writeOnly: true }, b: ONE_WAY }),
      object({ a: text, b: ONE_WAY }),
      {},
      'read',
    ],
    [
      'field-required',
      object({ a: text }),
      holding({ ...text, 'x-tagwire-missing': 'public' }),
      {},
      'read',
    ],
    [
      'field-required',
      holding({ ...text, 'x-tagwire-missing': 'public' }),
      holding(text),
      {},
      'refused',
    ],
    // Found only if each kind has its turn, and is compared with its own.
    [
      'values-changed',
      { oneOf: [LISTS, object({ b: map(object({ c: text }, ['c'])) }, ['b'])] },
      {
        oneOf: [LISTS, object({ b: map({ allOf: [BOOLEAN, object({ c: text }, ['c'])] }) }, ['b'])],
      },
      { b: { k: { c: 'x' } } },
      'refused',
    ],
    // Found only if both keys are null.
    [
      'values-changed',
      { allOf: [{ anyOf: [CLOSED, NULL_B] }, { required: ['a'] }] },
      {
        allOf: [
          { anyOf: [CLOSED, { ...NULL_B, allOf: [object({ b: text })] }] },
          { required: ['a'] },
        ],
      },
      { a: null, b: null },
      'refused',
    ],
    // Only strict validators refuse what is not in the list.
    ['type-narrowed', holding(text), holding({ enum: ['x'] }), { a: 'y' }, 'read'],
    [
      'type-narrowed',
      holding(text),
      holding({ enum: ['x'], 'x-tagwire-open': false }),
      { a: 'y' },
      'refused',
    ],
    [
      'type-narrowed',
      holding({ enum: ['x'] }),
      holding({ enum: ['x'], 'x-tagwire-open': false }),
      { a: 'y' },
      'refused',
    ],
  ]

  test.each(rows)('%s: %j', async (kind, before, after, answer, reads) => {
    const [old, now] = await Promise.all(
      [before, after].map((T) => judgeOf({ $schema, $defs: { T } }, 'T')),
    )
    expect(old?.(answer).tolerant).toBe(true)
    expect(now?.(answer).tolerant).toBe(reads === 'read')
    const changes = await between('received', before, after)
    expect(changes.map((each) => each.kind)).toContain(kind)
    expect(changes.filter((each) => each.class === 'breaking')).toEqual([])
    expect(changes.flatMap((each) => each.notes)).toEqual(
      reads === 'refused' ? ['old-servers'] : [],
    )
  })

  test('do not apply to what is only sent', async () => {
    expect(await notesBetween('sent', object({ a: text }), holding(text))).toEqual([])
  })

  test('are named once for an alias', async () => {
    const of = (name: string): string =>
      document(
        'received',
        `T: { type: object, properties: { a: { $ref: '#/components/schemas/${name}' } } }, A: ${JSON.stringify(object({ b: text }))}, B: ${JSON.stringify(object({ b: text }, ['b']))}`,
      )
    const changes = await changesBetween(of('A'), of('B'))
    expect(changes.map(brief)).toEqual(['additive type-replaced T.a'])
    expect(changes.flatMap((each) => each.notes)).toEqual(['old-servers'])
  })
})

describe('decoded values', () => {
  test.each([
    ['int64', ['decoded']],
    ['date-time', ['decoded', 'dates']],
    ['uuid', []],
  ])('of the format %s', async (format, notes) => {
    const after = holding({ ...text, format })
    expect(await notesBetween('received', holding(text), after)).toEqual(notes)
    expect(await notesBetween('sent', after, holding(text))).toEqual(notes)
  })

  test('lose a member without its default', async () => {
    const of = (more: object): object => object({ a: { type: 'integer', ...more } })
    expect(await notesBetween('received', of({ default: 1 }), of({}))).toEqual(['decoded'])
    expect(await notesBetween('received', of({}), of({ default: 1 }))).toEqual([])
  })
})

describe('an open enumeration', () => {
  const of = (open: boolean): object => holding({ enum: ['x'], 'x-tagwire-open': open })

  test.each([
    ['sent', 'breaking type-narrowed T.a', 'additive type-widened T.a'],
    ['received', 'additive type-narrowed T.a', 'breaking type-widened T.a'],
  ] as const)('that is %s and admits no more, or anything', async (flow, closed, opened) => {
    expect((await between(flow, of(true), of(false))).map(brief)).toEqual([closed])
    expect((await between(flow, of(false), of(true))).map(brief)).toEqual([opened])
  })
})
