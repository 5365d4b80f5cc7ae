import { describe, expect, it } from 'vitest'
import { fill } from '../../../../packages/runtime/src/mock/fill.js'
import { createResponder, type World } from '../../../../packages/runtime/src/mock/world.js'

function world(answers: World['answers'], more: Partial<World> = {}): World {
  return { parts: {}, modes: {}, ...more, answers }
}

describe('answers are filled in', () => {
  it.each([
    ['{amount}', '10'],
    ['{amount} of {denom}', '10 of uosmo'],
    ['{amount * 3}', '30'],
    ['{amount * 12.05}', '120'],
    ['{amount * 0.999}', '9'],
    ['{large * 0.5}', '45035996273704965000000'],
    ['{denom * 2}', 'uosmo'],
    ['{absent}', '{absent}'],
    ['{toString}', '{toString}'],
    ['{"json":{}}', '{"json":{}}'],
    ['{list}', '{list}'],
  ])('%s', (text, expected) => {
    const input = { amount: '10', denom: 'uosmo', large: '90071992547409930000000', list: ['x'] }
    expect(fill({ in: [text] }, {}, input)).toEqual({ in: [expected] })
  })

  it('with parts, parts of parts, and siblings of a reference', () => {
    const parts = { a: { deep: { $ref: 'b' }, kept: 1, replaced: 1 }, b: ['{x}'] }
    const value = { one: { $ref: 'a' }, two: { $ref: 'a', replaced: 2 } }
    expect(fill(value, parts, { x: 'y' })).toEqual({
      one: { deep: ['y'], kept: 1, replaced: 1 },
      two: { deep: ['y'], kept: 1, replaced: 2 },
    })
  })
})

describe('the first rule that fits answers', () => {
  const ask = createResponder(
    world(
      {
        price: [
          { when: { from: 'a', options: { fast: true } }, answer: 'fast' },
          { when: { $ref: 'pair', amount: '*' }, answer: '{amount}' },
          { when: { list: ['x', '*'] }, answer: 'list' },
          { when: { from: 'a' }, status: 404, answer: 'none' },
        ],
      },
      { parts: { pair: { from: 'a', to: 'b' } } },
    ),
  )

  it.each([
    [
      { from: 'a', options: { fast: true, other: 1 } },
      { status: 200, body: 'fast' },
    ],
    [
      { from: 'a', to: 'b', amount: '5' },
      { status: 200, body: '5' },
    ],
    [
      { from: 'a', to: 'b' },
      { status: 404, body: 'none' },
    ],
    [{ list: ['x', 'y'] }, { status: 200, body: 'list' }],
    [{ list: ['x'] }, undefined],
    [{ from: 'c' }, undefined],
    [undefined, undefined],
  ])('%j', (input, expected) => {
    expect(ask('price', input)).toEqual(expected)
  })

  it('knows nothing of operations without rules', () => {
    expect(ask('other', {})).toBeUndefined()
    expect(ask('toString', {})).toBeUndefined()
  })
})

describe('steps', () => {
  const life = world({
    status: [{ steps: [{ status: 404, answer: 'no' }, { answer: 'on' }, { answer: 'done' }] }],
    send: [{ answer: 'ok', restarts: 'status' }],
  })

  it('follow each other for equal inputs, the last one stays', () => {
    const ask = createResponder(life)
    const bodies = (input: object) => ask('status', input)?.body
    expect([bodies({ a: 1, b: 2 }), bodies({ b: 2, a: 1 }), bodies({ a: 2 })]).toEqual([
      'no',
      'on',
      'no',
    ])
    expect([bodies({ a: 1, b: 2 }), bodies({ a: 1, b: 2 })]).toEqual(['done', 'done'])
    expect(ask('status', { a: 3 })).toEqual({ status: 404, body: 'no' })
  })

  it('start again after a rule that says so, and are not shared between mocks', () => {
    const ask = createResponder(life)
    ask('status', {})
    expect(ask('status', {})?.body).toBe('on')
    ask('send', {})
    expect(ask('status', {})?.body).toBe('no')
    expect(createResponder(life)('status', {})?.body).toBe('no')
  })
})

describe('lists', () => {
  const items = [
    { id: 'a', kind: 'x' },
    { id: 'b', kind: 'y' },
  ]
  const ask = createResponder(
    world({
      list: [
        {
          answer: { items },
          keep: [
            { at: '/items', only: 'ids', by: 'id' },
            { at: '/items', drop: { kind: 'y' }, unless: 'all' },
          ],
        },
      ],
      map: [
        {
          answer: { map: { a: { items }, b: { items } } },
          keep: [
            { at: '/map', only: 'keys' },
            { at: '/map/*/items', drop: { kind: 'x' }, when: 'short' },
          ],
        },
      ],
      each: [
        {
          each: {
            of: '/of',
            as: 'found',
            rules: [{ when: { id: 'a' }, answer: { at: '{id}' } }, { answer: null }],
          },
        },
      ],
    }),
  )

  it.each([
    ['list', {}, { items: [items[0]] }],
    ['list', { all: true }, { items }],
    ['list', { all: true, ids: ['b'] }, { items: [items[1]] }],
    ['list', { ids: [] }, { items: [] }],
    ['map', {}, { map: { a: { items }, b: { items } } }],
    ['map', { keys: ['b'], short: true }, { map: { b: { items: [items[1]] } } }],
    ['map', { keys: { a: { any: 1 } } }, { map: { a: { items } } }],
    ['each', { of: [{ id: 'a' }, { id: 'z' }] }, { found: [{ at: 'a' }, null] }],
    ['each', {}, { found: [] }],
  ])('%s %j', (operation, input, expected) => {
    expect(ask(operation, input)?.body).toEqual(expected)
  })
})

describe('modes', () => {
  const both = world(
    {
      list: [
        { when: { ok: true }, answer: { in: [{ list: [] }] } },
        { status: 400, answer: {} },
      ],
    },
    { modes: { odd: { description: '', insert: { list: [{ at: '/in/*/list', item: '{x}' }] } } } },
  )

  it('change answers on demand, and only those', () => {
    const ask = createResponder(both, 'odd')
    expect(ask('list', { ok: true, x: 'new' })?.body).toEqual({ in: [{ list: ['new'] }] })
    expect(ask('list', {})).toEqual({ status: 400, body: {} })
    expect(createResponder(both)('list', { ok: true })?.body).toEqual({ in: [{ list: [] }] })
  })

  it('have to exist', () => {
    expect(() => createResponder(both, 'even')).toThrow('no mode even; there are: odd')
  })
})
