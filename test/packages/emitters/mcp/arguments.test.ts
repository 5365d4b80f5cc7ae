import { describe, expect, test } from 'vitest'
import { Faults } from '../../../../packages/emit-mcp/src/arguments/faults.js'
import type { InputType, InputTypes } from '../../../../packages/emit-mcp/src/arguments/input.js'
import { toolArguments } from '../../../../packages/emit-mcp/src/arguments/tool-arguments.js'

/** Arguments of agents: what they may be, and what they are told. */

const text: InputType = { kind: 'scalar', type: 'string' }
const count: InputType = { kind: 'scalar', type: 'integer' }

const types: InputTypes = {
  Step: {
    kind: 'union',
    open: true,
    tagging: { style: 'key' },
    cases: [
      { tag: 'send', payload: { kind: 'named', name: 'Send' } },
      { tag: 'wait', payload: { kind: 'record', members: [{ name: 'seconds', type: count }] } },
      { tag: 'stop' },
    ],
    common: [{ name: 'index', type: count, required: true }],
  },
  Send: {
    kind: 'record',
    open: true,
    members: [
      { name: 'to', type: text, required: true },
      { name: '$memo', type: text },
    ],
  },
  Tree: {
    kind: 'record',
    members: [
      { name: 'name', type: text, required: true },
      { name: 'children', type: { kind: 'list', items: { kind: 'named', name: 'Tree' } } },
    ],
  },
}

const steps = toolArguments(
  {
    input: {
      kind: 'record',
      members: [
        {
          name: 'steps',
          type: { kind: 'list', items: { kind: 'named', name: 'Step' } },
          required: true,
        },
        { name: 'note', type: text },
      ],
    },
  },
  types,
)

function read(given: Record<string, unknown>, own = steps) {
  const faults = new Faults()
  const wire = own.toWire(given, faults)
  return { wire, told: faults.list.map(({ path, text: said }) => `${path}: ${said}`) }
}

const step = (value: unknown) => read({ steps: [value] })
const wired = (value: unknown) => ({ wire: { steps: [value] }, told: [] })

describe('a union among the arguments', () => {
  test('is a kind and the member of that name', () => {
    const { properties = {} } = steps.schema
    expect(properties.steps?.items).toMatchObject({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['send', 'wait', 'stop'] },
        send: { type: 'object', required: ['to'] },
        index: { type: 'integer' },
      },
      required: ['kind', 'index'],
    })
    expect(step({ kind: 'send', send: { to: 'me', _memo: 'hi' }, index: 0 })).toEqual(
      wired({ send: { to: 'me', $memo: 'hi' }, index: 0 }),
    )
  })

  test('may be as an answer had it, also with what this version does not know', () => {
    for (const each of [
      { send: { to: 'me', newer: true }, index: 1 },
      { teleport: { to: 'mars' }, index: 2 },
      { send: { to: 'me' }, index: 1, newer: 1 },
    ]) {
      expect(step(each)).toEqual(wired(each))
    }
    expect(step({ kind: 'send', send: { to: 'me', newer: true }, index: 1, more: 2 })).toEqual(
      wired({ send: { to: 'me', newer: true }, index: 1, more: 2 }),
    )
  })

  test.each([
    [
      { kind: 'teleport', index: 0 },
      '/steps/0/kind: one of "send", "wait", "stop"; received "teleport"',
    ],
    [{ index: 0 }, '/steps/0/kind: one of "send", "wait", "stop"; received an object with "index"'],
    [{ kind: 'send', index: 0 }, '/steps/0/send: has to be given where kind is "send"'],
    [{ kind: 'send', send: {}, index: 0 }, '/steps/0/send/to: has to be given'],
    [{ kind: 'send', send: { to: 5 }, index: 0 }, '/steps/0/send/to: a text; received 5'],
    [{ kind: 'send', send: { to: 'a' } }, '/steps/0/index: has to be given'],
    [
      { kind: 'send', send: { to: 'a' }, wait: {}, index: 0 },
      '/steps/0/wait: leave it out: kind is not "wait"',
    ],
    [{ send: { to: 'a' }, wait: {}, index: 0 }, '/steps/0: exactly one of "send", "wait", "stop"'],
    [{ type: 'send', to: 'a', index: 0 }, '/steps/0/kind: one of "send", "wait", "stop"'],
    [{ teleport: 'text', index: 0 }, '/steps/0/kind: one of "send", "wait", "stop"'],
    [{ send: { to: 5 }, index: 0 }, '/steps/0/send/to: a text; received 5'],
    [null, '/steps/0/kind: one of "send", "wait", "stop"; received null'],
    [[], '/steps/0/kind: one of "send", "wait", "stop"; received a list of 0'],
  ])('%j is refused', (value, said) => {
    expect(step(value).told[0]).toMatch(new RegExp(`^${escaped(said)}`))
  })
})

function escaped(said: string): string {
  return said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

describe('members', () => {
  test('that are optional may be null, which is how some providers leave them out', () => {
    expect(read({ steps: [], note: null })).toEqual({ wire: { steps: [] }, told: [] })
  })

  test('that are unknown are reported with the known ones', () => {
    expect(read({ steps: [], nots: 'x' }).told).toEqual([
      '/nots: there is no such member; a member is one of "steps", "note"',
    ])
  })

  test('of prototypes do not count', () => {
    const given: Record<string, unknown> = JSON.parse(
      '{"steps": [], "__proto__": {"note": "x"}, "constructor": 1}',
    )
    expect(read(given).told).toEqual([
      expect.stringMatching(/^\/__proto__: there is no such member/),
      expect.stringMatching(/^\/constructor: there is no such member/),
    ])
    expect(Object.hasOwn(Object.prototype, 'note')).toBe(false)
    expect(step({ kind: 'constructor', index: 0 }).told[0]).toMatch(/^\/steps\/0\/kind: one of/)
    expect(step({ kind: '__proto__', index: 0 }).told[0]).toMatch(/^\/steps\/0\/kind: one of/)
  })
})

describe('a type inside itself', () => {
  const own = toolArguments({ input: { kind: 'named', name: 'Tree' } }, types)

  test('is JSON text below its second time', () => {
    expect(own.schema).toMatchObject({
      properties: {
        children: {
          items: {
            properties: {
              children: { items: { type: 'string', description: 'JSON text of Tree' } },
            },
          },
        },
      },
    })
    const deep = { name: 'c', children: [{ name: 'd' }] }
    const given = { name: 'a', children: [{ name: 'b', children: [JSON.stringify(deep)] }] }
    const wire = { name: 'a', children: [{ name: 'b', children: [deep] }] }
    expect(read(given, own)).toEqual({ wire, told: [] })
    // An object instead of its text is what it looks like.
    expect(read(wire, own)).toEqual({ wire, told: [] })
  })

  test('is checked in its text too', () => {
    const inside = (textOf: string) =>
      read({ name: 'a', children: [{ name: 'b', children: [textOf] }] }, own).told
    expect(inside('{"name": 5}')).toEqual(['/children/0/children/0/name: a text; received 5'])
    expect(inside('{"name":')).toEqual([
      expect.stringMatching(/^\/children\/0\/children\/0: JSON text of Tree/),
    ])
  })

  test('however deep it is, is read or refused, and never ends the program', () => {
    let deep = '{"name":"end"}'
    for (let level = 0; level < 5000; level++) deep = `{"name":"x","children":[${deep}]}`
    const given = { name: 'a', children: [{ name: 'b', children: [deep] }] }
    const { told } = read(given, own)
    expect(told.length).toBeGreaterThan(0)
    for (const each of told) expect(each).toMatch(/nested more than 200 times$/)
  })
})

describe('an input that is a tagged union', () => {
  const input: InputType = { kind: 'named', name: 'Step' }

  test('is flat for each of its kinds', () => {
    const send = toolArguments({ input, kind: 'send' }, types)
    expect(Object.keys(send.schema.properties ?? {})).toEqual(['to', '_memo', 'index'])
    expect(send.schema.required).toEqual(['to', 'index'])
    expect(read({ to: 'me', index: 3 }, send)).toEqual({
      wire: { send: { to: 'me' }, index: 3 },
      told: [],
    })
    const stop = toolArguments({ input, kind: 'stop' }, types)
    expect(read({ index: 1 }, stop).wire).toBe('stop')
  })

  test('and problems of its validators are reported at places of its arguments', () => {
    const send = toolArguments({ input, kind: 'send' }, types)
    const wire = { send: { to: 'me', $memo: 'x' }, index: 3 }
    expect(send.locate(wire, [{ path: 'send["$memo"]', message: 'too long' }])).toEqual([
      { path: '/_memo', text: 'too long' },
    ])
    const list = { steps: [wire] }
    expect(steps.locate(list, [{ path: 'steps[0].send["$memo"]', message: 'too long' }])).toEqual([
      { path: '/steps/0/send/_memo', text: 'too long' },
    ])
  })
})

describe('integers beyond 2^53', () => {
  const wide: InputType = { kind: 'scalar', type: 'integer', format: 'uint64' }
  const own = toolArguments(
    {
      input: {
        kind: 'record',
        members: [
          { name: 'id', type: wide },
          { name: 'any', type: { kind: 'json' } },
          { name: 'step', type: { kind: 'named', name: 'Step' } },
        ],
      },
    },
    types,
  )

  test('are given as digits', () => {
    expect(own.schema.properties?.id).toEqual({
      type: ['integer', 'string'],
      description: 'an integer; beyond 2^53 its decimal digits as text',
    })
    expect(read({ id: '18446744073709551615' }, own).wire).toEqual({ id: 18446744073709551615n })
    expect(read({ id: '5' }, own).wire).toEqual({ id: 5 })
  })

  test.each([
    { id: 2 ** 60 },
    { any: '[9007199254740993]' },
    { any: { id: 2 ** 53 + 2 } },
    { step: { wait: { seconds: 2 ** 60 }, index: 0 } },
    { step: { kind: 'send', send: { to: 'me', newer: [2 ** 60] }, index: 0 } },
  ])('are never rounded: %j is refused', (given) => {
    expect(read(given, own).told.join()).toMatch(/2\^53|an integer/)
  })

  test('can be exact JSON numbers in JSON text, or digits in strings', () => {
    const any =
      '{"a": 9007199254740992, "b": "9007199254740993", "c": 1.5e300, "d": 0.000021277362649274183}'
    expect(read({ any }, own)).toEqual({ wire: { any: JSON.parse(any) }, told: [] })
  })
})

test('kinds that only requests have are known or wrong', () => {
  const step: InputType = {
    kind: 'union',
    tagging: { style: 'key' },
    cases: [{ tag: 'send', payload: { kind: 'named', name: 'Send' } }],
    common: [],
  }
  const own = toolArguments(
    { input: { kind: 'record', members: [{ name: 'step', type: step }] } },
    types,
  )
  expect(read({ step: { teleport: { to: 'mars' } } }, own).told).toEqual([
    expect.stringMatching(/^\/step\/kind: one of "send"/),
  ])
})

test('ten megabytes of arguments are read quickly, and reported in a few lines', () => {
  const given = {
    steps: Array.from({ length: 200_000 }, () => ({ kind: 'x'.repeat(40), index: 0 })),
  }
  const begun = process.cpuUsage()
  const { told } = read(given)
  const { user, system } = process.cpuUsage(begun)
  expect(told).toHaveLength(10)
  expect(told.join('').length).toBeLessThan(2000)
  expect((user + system) / 1000).toBeLessThan(5000)
})
