import type { Validator } from '@tagwire/runtime/validate'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

// Inputs that are meant to hurt: an answer within moments, never a crash or a hang.

let validators: Readonly<Record<string, Validator<unknown>>>

beforeAll(async () => {
  const tree = { $ref: '#/$defs/Tree' }
  const made = await compile({
    $defs: {
      Tree: {
        type: 'object',
        properties: { left: tree, right: tree, many: { type: 'array', items: tree } },
      },
      Nest: { type: 'array', items: { $ref: '#/$defs/Nest' } },
      Words: { type: 'array', items: { type: 'string' } },
      Unique: { type: 'array', uniqueItems: true },
      Any: {},
      Words_: { type: 'object', propertyNames: { maxLength: 5 } },
      Slow: { type: 'string', pattern: '^\\s+x|\\s+$' },
      Either: {
        anyOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
          { type: 'object', required: ['b'], properties: { b: { type: 'string' } } },
        ],
      },
      Overlap: {
        allOf: [
          { type: 'object', properties: { next: { $ref: '#/$defs/Overlap' } } },
          { type: 'object', properties: { next: { $ref: '#/$defs/Overlap' }, b: {} } },
        ],
      },
      Branch: {
        anyOf: [
          {
            type: 'object',
            required: ['a', 'b'],
            properties: { a: {}, b: {}, next: { $ref: '#/$defs/Branch' } },
          },
          {
            type: 'object',
            required: ['c', 'd'],
            properties: { c: {}, d: {}, next: { $ref: '#/$defs/Branch' } },
          },
        ],
      },
      Lists: {
        anyOf: [
          { type: 'array', minItems: 1, items: { $ref: '#/$defs/Lists' } },
          { type: 'array', maxItems: 9, items: { $ref: '#/$defs/Lists' } },
        ],
      },
      Depends: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/Depends' } },
        if: { properties: { next: { $ref: '#/$defs/Depends' } } },
        else: false,
      },
      Through: { type: 'object', properties: { inner: { $ref: '#/$defs/Between' } } },
      Between: { type: 'object', properties: { outer: { $ref: '#/$defs/Through' } } },
      Union: {
        oneOf: [
          { type: 'object', required: ['constructor'], properties: { constructor: tree } },
          { type: 'object', required: ['leaf'], properties: { leaf: { type: 'string' } } },
        ],
      },
    },
  })
  validators = made.validators
})

function named(name: string): Validator<unknown> {
  const found = validators[name]
  if (!found) throw new Error(`no validator ${name}`)
  return found
}

/** In seconds of the processor: other programs of this machine are not what is measured. */
function quickly<Result>(run: () => Result): Result {
  const start = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(2)
  return result
}

function answersOf(validator: Validator<unknown>, value: unknown) {
  return quickly(() => ({
    is: validator.is(value),
    strict: validator.strict.is(value),
    problems: validator.check(value),
    drift: validator.drift(value),
  }))
}

describe('depth', () => {
  test.each([100_000, 1_000_000])('%i levels of objects', (levels) => {
    let value: object = {}
    for (let level = 0; level < levels; level++) value = { left: value }
    const { is, problems } = answersOf(named('Tree'), value)
    expect(is).toBe(false)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('nested too deeply')
    expect(problems[0]?.path.length).toBeLessThan(200)
  })

  test('100,000 levels of lists, and of undescribed values', () => {
    const value: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(answersOf(named('Nest'), value).is).toBe(false)
    expect(answersOf(named('Any'), value).is).toBe(true)
    expect(answersOf(named('Unique'), [value]).is).toBe(false)
  })

  test('objects that are inside themselves by way of others', () => {
    let value: object = {}
    for (let level = 0; level < 100_000; level++) value = { inner: { outer: value } }
    const { is, problems } = answersOf(named('Through'), value)
    expect(is).toBe(false)
    expect(problems).toMatchObject([{ message: expect.stringContaining('nested too deeply') }])
  })

  test('drift says that there is more, and never that nothing is new', () => {
    let value: object = {}
    for (let level = 0; level < 100_000; level++) value = { left: value }
    const { drift } = answersOf(named('Tree'), value)
    expect(drift).toMatchObject([{ message: expect.stringContaining('nested too deeply') }])
  })

  test('a few hundred levels are fine', () => {
    let value: object = {}
    for (let level = 0; level < 500; level++) value = { left: value }
    expect(answersOf(named('Tree'), value)).toMatchObject({ is: true, problems: [], drift: [] })
  })
})

describe('schemas that overlap', () => {
  const nested = (levels: number, field: string, inner: object, fields: object): object => {
    let value = inner
    for (let level = 0; level < levels; level++) value = { ...fields, [field]: value }
    return value
  }
  const both = { a: 1, b: 1, c: 1, d: 1 }

  test.each([
    ['Overlap', {}, {}, true],
    ['Overlap', { next: 5 }, {}, false],
    ['Branch', both, both, true],
    ['Branch', {}, both, false],
    ['Depends', {}, {}, true],
    ['Depends', { next: 5 }, {}, false],
  ])('%s, with %j at the end of 100 levels', (name, inner, fields, fits) => {
    const { is, problems } = answersOf(named(name), nested(100, 'next', inner, fields))
    expect(is).toBe(fits)
    expect(problems.length > 0).toBe(!fits)
  })

  test('lists of lists', () => {
    let value: unknown = 5
    for (let level = 0; level < 100; level++) value = [value]
    expect(answersOf(named('Lists'), value).is).toBe(false)
  })

  test('one object in many places', () => {
    let value: object = {}
    for (let level = 0; level < 100; level++) value = { left: value, right: value }
    expect(answersOf(named('Tree'), value)).toMatchObject({ is: true, problems: [], drift: [] })
    let wrong: object = { left: 5 }
    for (let level = 0; level < 100; level++) wrong = { left: wrong, right: wrong }
    const { is, problems } = answersOf(named('Tree'), wrong)
    expect(is).toBe(false)
    expect(problems.length).toBeLessThanOrEqual(1000)
  })
})

test('a remembered result is reported at each of its places', () => {
  const fine = Array.from({ length: 60_000 }, () => ({ left: {} }))
  const odd = { left: { colour: 1 } }
  const wrong = { left: { right: 5 } }
  const value = { many: [...fine, odd, wrong, odd, wrong] }
  const { is, problems, drift } = answersOf(named('Tree'), value)
  expect(is).toBe(false)
  expect(problems.map((each) => each.path)).toEqual([
    'many[60001].left.right',
    'many[60003].left.right',
  ])
  expect(drift.map((each) => each.path)).toEqual([
    'many[60000].left.colour',
    'many[60002].left.colour',
  ])
  expect(named('Tree').is({ many: [...fine, odd, odd] })).toBe(true)
})

describe('circles', () => {
  test('of one way, and of three', () => {
    const one: { left?: object } = {}
    one.left = one
    const three: { left?: object; right?: object; many?: object[] } = {}
    Object.assign(three, { left: three, right: three, many: [three, three] })
    for (const circle of [one, three]) {
      const { is, problems } = answersOf(named('Tree'), circle)
      expect(is).toBe(false)
      expect(problems.length).toBeGreaterThan(0)
    }
    const list: unknown[] = []
    list.push(list, list)
    expect(answersOf(named('Nest'), list).is).toBe(false)
    expect(answersOf(named('Unique'), list).is).toBe(false)
  })
})

describe('size', () => {
  test('a million items that do not hold give no million problems', () => {
    const { is, problems } = answersOf(named('Words'), new Array(1_000_000).fill(1))
    expect(is).toBe(false)
    expect(problems.length).toBeLessThanOrEqual(1000)
  })

  test('a million items that hold, and 100,000 that have to differ', () => {
    expect(answersOf(named('Words'), new Array(1_000_000).fill('a')).is).toBe(true)
    expect(answersOf(named('Unique'), [...Array(100_000).keys()]).is).toBe(true)
  })

  test('a list with holes has problems where the holes are', () => {
    const holes = ['a', 'b', 'c', 'd']
    delete holes[1]
    delete holes[3]
    const { is, problems } = answersOf(named('Words'), holes)
    expect(is).toBe(false)
    expect(problems.map((each) => each.path)).toEqual(['[1]', '[3]'])
  })

  test('a list that only has a length', () => {
    expect(answersOf(named('Words'), new Array(50_000_000)).is).toBe(false)
  })
})

describe('code of others', () => {
  test('getters that throw are a problem', () => {
    const value = {
      get left(): never {
        throw new Error('boom')
      },
    }
    const { is, problems } = answersOf(named('Tree'), value)
    expect(is).toBe(false)
    expect(problems).toMatchObject([{ message: 'the value cannot be read: boom' }])
    expect(named('Tree')['~standard'].validate(value)).toHaveProperty('issues')
  })

  test('getters that throw inside a union are a problem too', () => {
    const value = {
      get b(): never {
        throw new Error('boom')
      },
    }
    const { is, problems } = answersOf(named('Either'), value)
    expect(is).toBe(false)
    expect(problems).toMatchObject([{ message: 'the value cannot be read: boom' }])
  })

  test.each([
    ['nothing to show', Object.create(null)],
    ['a refusal to be shown', { toString: () => Object.create(null) }],
    ['a message that is none', Object.assign(new Error('a'), { message: Symbol('no') })],
  ])('thrown is %s', (_, thrown) => {
    const value = {
      get left(): never {
        throw thrown
      },
    }
    const { problems } = answersOf(named('Tree'), value)
    expect(problems).toMatchObject([
      { message: 'the value cannot be read: something that cannot be shown' },
    ])
  })

  test('getters that ask about another value do not disturb the answer', () => {
    const asking = (inner: unknown): object => ({
      get left() {
        expect(named('Tree').is({ left: { right: {} } })).toBe(true)
        expect(named('Tree').is({ left: 5 })).toBe(false)
        expect(named('Tree').strict.is({ left: {} }, { formats: false })).toBe(true)
        return inner
      },
    })
    expect(named('Tree').is(asking({ right: {} }))).toBe(true)
    expect(named('Tree').is(asking({ right: 5 }))).toBe(false)
    expect(
      named('Tree')
        .check(asking(5))
        .map((each) => each.path),
    ).toEqual(['left'])
  })

  test('a revoked proxy', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(answersOf(named('Tree'), { left: proxy }).is).toBe(false)
  })

  test('proxies that refuse, and errors that cannot be shown', () => {
    const refuse = new Proxy(
      {},
      {
        get: () => Symbol('no'),
        ownKeys: () => {
          throw null
        },
      },
    )
    expect(answersOf(named('Tree'), { left: refuse }).is).toBe(false)
  })
})

describe('names', () => {
  test('that every object has are data only where they are its own', () => {
    expect(named('Union').is({})).toBe(false)
    expect(named('Union').is({ constructor: {} })).toBe(true)
    expect(named('Union').is({ constructor: 5 })).toBe(false)
    expect(named('Tree').is(JSON.parse('{"__proto__": {"left": 5}}'))).toBe(true)
    expect(Object.prototype).not.toHaveProperty('left')
  })
})

describe('messages', () => {
  test('hold as much of a long name as there is room for', async () => {
    const long = 'n'.repeat(1_000_000)
    const [two] = named('Union').strict.check({ [long]: 1 })
    expect(two?.message).toContain('no known kind')
    expect(two?.received.length).toBeLessThan(100)
    expect(named('Union').drift({ [long]: 1 })[0]?.message.length).toBeLessThan(100)
    const [name] = named('Words_').check({ [long]: 1 })
    expect(name?.message.length).toBeLessThan(100)
  })
})

describe('values that are not JSON', () => {
  test('is the same as itself only', () => {
    expect(named('Unique').is([1n, 2n, undefined, null, Symbol('a')])).toBe(true)
    expect(named('Unique').check([1n, 2n, 1n])).toMatchObject([
      { received: 'items 0 and 2 are the same' },
    ])
  })
})

describe('text', () => {
  test('that keeps an expression busy is refused untested', () => {
    const value = `${' '.repeat(200_000)}y`
    expect(answersOf(named('Slow'), value).is).toBe(false)
    expect(named('Slow').is(' x')).toBe(true)
  })

  test('of ten megabytes in every format', async () => {
    const formats = [
      'int64',
      'uint64',
      'integer',
      'decimal',
      'hex',
      'hex-lower',
      'hex-quantity',
      'hex-bytes',
      'base64',
      'date-time',
      'date',
      'time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'uuid',
      'regex',
      'json-pointer',
    ]
    const properties = Object.fromEntries(
      formats.map((format) => [format, { type: 'string', format }]),
    )
    const { validators: made } = await compile({ $defs: { All: { type: 'object', properties } } })
    for (const text of [
      '1'.repeat(1e7),
      `${'a@'.repeat(5e6)}[`,
      `xn--${'9'.repeat(1e7)}`,
      `${'='.repeat(1e7)}!`,
      `-${'0'.repeat(1e7)}.`,
    ]) {
      const value = Object.fromEntries(formats.map((format) => [format, text]))
      expect(quickly(() => made.All?.strict.is(value))).toBe(false)
    }
  })
})
