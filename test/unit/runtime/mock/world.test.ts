import { describe, expect, it } from 'vitest'
import { fill } from '../../../../packages/runtime/src/mock/fill.js'
import { fits } from '../../../../packages/runtime/src/mock/pattern.js'
import {
  createResponder,
  earlierAnswers,
  type Responder,
  type World,
} from '../../../../packages/runtime/src/mock/world.js'

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
    [
      '{sha256(tx)} on {denom}',
      '709E80C88487A2411E1EE4DFB9F22A861492D20C4765150C0C794ABD70F8147C on uosmo',
    ],
    ['{sha256(absent)}', '{sha256(absent)}'],
    ['{sha256(denom)} {sha256(list)}', '{sha256(denom)} {sha256(list)}'],
  ])('%s', (text, expected) => {
    const large = '90071992547409930000000'
    const input = { amount: '10', denom: 'uosmo', large, list: ['x'], tx: 'AAAA' }
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

describe('patterns', () => {
  it.each<[unknown, unknown, boolean]>([
    [{ $not: 'a' }, 'b', true],
    [{ $not: 'a' }, 'a', false],
    [{ $not: 'a' }, undefined, false],
    [{ $has: 'a' }, ['b', 'a'], true],
    [{ $has: { $not: { $in: ['a', 'b'] } } }, ['b', 'c'], true],
    [{ $has: { $not: { $in: ['a', 'b'] } } }, ['b', 'a'], false],
    [{ $has: '*' }, [], false],
    [{ $has: 'a' }, 'a', false],
    [{ $in: ['a', 'b*'] }, 'bc', true],
    [{ $in: ['a', 'b*'] }, 'c', false],
    [{ $in: [] }, undefined, false],
    [{ $form: 'base64' }, 'AA==', true],
    [{ $form: 'base64' }, 'AA', false],
    [{ $form: 'base64' }, '', false],
    [{ $form: 'base64' }, 1, false],
    [{ $form: 'positive' }, '0010', true],
    [{ $form: 'positive' }, '000', false],
    [{ $not: { $in: ['a'] } }, 'b', true],
  ])('%j of %j', (pattern, value, expected) => {
    expect(fits(pattern, value)).toBe(expected)
    expect(fits({ deep: pattern }, { deep: value })).toBe(expected)
  })

  it('have to be known', () => {
    expect(() => fits({ $near: 1 }, 1)).toThrow('no pattern $near: 1')
    expect(() => fits({ $form: 'base32' }, 'A')).toThrow('no pattern $form: base32')
  })
})

describe('what is required of a response', () => {
  const ask = createResponder(
    world(
      {
        price: [
          { when: { bad: true }, status: 500, answer: 'down' },
          { answer: { $ref: 'price' } },
        ],
      },
      {
        parts: {
          price: { out: '{in * 0.1}', fees: [{ fee: '{fee}' }], chains: ['a', 'b'] },
          refusal: 'too little: {in}',
        },
        requires: {
          price: [
            { numbers: ['/out', '/absent'], status: 400, answer: { $ref: 'refusal' } },
            { numbers: ['/out'], above: '/fees/*/fee', status: 400, answer: 'fee' },
            { keys: '/at', names: '/chains/*', status: 400, answer: 'address' },
            { among: '/via', names: '/chains/*', status: 404, answer: 'way' },
            { when: { free: true }, none: ['/fees/*', '/absent'], status: 404, answer: 'not free' },
          ],
        },
      },
    ),
  )

  it.each([
    [{ in: '9', at: { a: 1, b: 1 } }, 400, 'too little: 9'],
    [{ in: '30', fee: '3', at: { a: 1, b: 1 } }, 400, 'fee'],
    [{ in: '40', fee: '3', at: { a: 1 } }, 400, 'address'],
    [{ in: '40', fee: '3' }, 400, 'address'],
    [{ in: '40', fee: '3', at: { toString: 1, a: 1 } }, 400, 'address'],
    [{ in: '40', fee: '3', at: { a: 1, b: 1 }, via: ['a', 'c'] }, 404, 'way'],
    [{ in: '40', fee: '3', at: { a: 1, b: 1 }, free: true }, 404, 'not free'],
    [{ bad: true, in: '1' }, 500, 'down'],
  ])('%j is refused', (input, status, body) => {
    expect(ask('price', input)).toEqual({ status, body })
  })

  it.each([{}, { via: ['c', 'b', 'a'] }, { via: [] }, { via: null }, { free: false }])(
    'is nothing if it is so: %j',
    (own) => {
      const input = { in: '40', fee: '3', at: { a: 1, b: 1, c: 1 }, ...own }
      expect(ask('price', input)?.body).toMatchObject({ out: '4' })
    },
  )
})

describe('earlier answers', () => {
  it('are those of the world to inputs of its own', () => {
    const both = world(
      {
        chains: [{ when: { all: true }, answer: ['a'] }],
        route: [
          { when: { from: 'a' }, answer: { via: '{from}' } },
          { status: 404, answer: 'no' },
        ],
      },
      { earlier: { chains: { all: true }, route: { from: '{from}' }, other: {} } },
    )
    const respond = createResponder(both)
    expect(earlierAnswers(both, respond, { from: 'a' })).toEqual({
      chains: ['a'],
      route: { via: 'a' },
    })
    expect(earlierAnswers(both, respond, { from: 'b' })).toEqual({ chains: ['a'] })
    expect(earlierAnswers(world({}), respond, {})).toEqual({})
  })
})

describe('outcomes', () => {
  const both = world(
    {
      send: [
        { outcome: 'refused', status: 400, answer: 'no', learns: ['hash', 'chain'] },
        { answer: { hash: 'of {tx}' }, learns: ['hash', 'chain'], restarts: 'status' },
      ],
      track: [{ answer: {}, learns: ['hash', 'chain'], restarts: 'status', ended: true }],
      status: [
        { when: { hash: 'fails' }, steps: [{ answer: 'begun', times: 2 }, { answer: 'failed' }] },
        { known: ['hash', 'chain'], steps: [{ answer: ['on'] }, { answer: ['arrived'] }] },
        { status: 404, answer: 'unknown' },
      ],
    },
    { modes: { odd: { description: '', insert: { status: [{ at: '', item: 'odd' }] } } } },
  )
  const status = (ask: Responder, tx: string, chain = 'a') =>
    ask('status', { hash: `of ${tx}`, chain })?.body

  it('are remembered with what was learned, and go on apart', () => {
    const ask = createResponder(both)
    expect(status(ask, '1')).toBe('unknown')
    ask('send', { tx: '1', chain: 'a' })
    ask('send', { tx: '2', chain: 'a' }, 'fails')
    ask('send', { tx: '3', chain: 'a' }, 'odd')
    const all = [1, 2, 3].map(() => ['1', '2', '3'].map((tx) => status(ask, tx)))
    expect(all).toEqual([
      [['on'], 'begun', ['on', 'odd']],
      [['arrived'], 'begun', ['arrived', 'odd']],
      [['arrived'], 'failed', ['arrived', 'odd']],
    ])
    expect(status(ask, '1', 'b')).toBe('unknown')
    ask('send', { tx: '2', chain: 'a' })
    expect([status(ask, '1'), status(ask, '2')]).toEqual([['arrived'], ['on']])
  })

  it('may be that nothing is learned', () => {
    const ask = createResponder(both)
    expect(ask('send', { tx: '1', chain: 'a' }, 'refused')).toEqual({ status: 400, body: 'no' })
    expect(status(ask, '1')).toBe('unknown')
  })

  it('start over when they ended, if the rule says so', () => {
    const ask = createResponder(both)
    const again = () => ask('track', { hash: 'of 1', chain: 'a' })
    again()
    expect(status(ask, '1')).toEqual(['on'])
    again()
    expect(status(ask, '1')).toEqual(['arrived'])
    again()
    expect(status(ask, '1')).toEqual(['on'])
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
