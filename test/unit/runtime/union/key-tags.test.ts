import { describe, expect, it } from 'vitest'
import { keyTags } from '../../../../packages/runtime/src/union/index.js'

const tags = keyTags(['move', 'wait', 'rest', 'constructor', '__proto__', 'toString'], {
  units: ['rest'],
  nullable: ['wait'],
})

/** What a server sends: the only way an object gets an own key `__proto__`. */
function received(text: string): unknown {
  return JSON.parse(text)
}

describe('the kind of a one-key value', () => {
  it.each([
    ['one known key', { move: { to: 'x' } }, 'move'],
    ['shared fields beside it', { move: {}, tx_index: 0, amount: '1' }, 'move'],
    ['an unknown key beside it', { move: {}, teleport: {} }, 'move'],
    ['a falsy payload', { move: 0 }, 'move'],
    ['an empty text as payload', { move: '' }, 'move'],
    ['an array as payload', { move: [] }, 'move'],
    ['a frozen object', Object.freeze({ move: {} }), 'move'],
    ['no prototype', Object.assign(Object.create(null), { move: {} }), 'move'],
    ['another kind that is null', { move: {}, toString: null }, 'move'],
    ['another kind that is undefined', { move: {}, wait: undefined }, 'move'],
    ['what would not be sent', Object.defineProperty({}, 'move', { value: {} }), undefined],
    ['no key', {}, undefined],
    ['only unknown keys', { teleport: {}, Move: {} }, undefined],
    ['two known keys', { move: {}, wait: 1 }, undefined],
    ['a null payload', { move: null }, undefined],
    ['an undefined payload', { move: undefined }, undefined],
    ['null', null, undefined],
    ['undefined', undefined, undefined],
    ['a number', 7, undefined],
    ['a string that is a key', 'move', undefined],
    ['a function', Object.assign(() => {}, { move: {} }), undefined],
    ['an array', [{ move: {} }], undefined],
    ['an array with a key', Object.assign([], { move: {} }), undefined],
  ])('%s', (_, value, kind) => {
    expect(tags.kind(value)).toBe(kind)
    expect(tags.is(value, 'move')).toBe(kind === 'move')
  })

  it('is null for a kind whose payload may be null, and then counts', () => {
    expect(tags.kind({ wait: null })).toBe('wait')
    expect(tags.kind({ wait: undefined })).toBeUndefined()
    expect(tags.kind({ wait: null, move: {} })).toBeUndefined()
    expect(tags.kind({ wait: null, move: null })).toBe('wait')
  })

  it('is a bare string for a kind without payload, and never a key', () => {
    expect(tags.kind('rest')).toBe('rest')
    expect(tags.kind('nap')).toBeUndefined()
    expect(tags.kind({ rest: {} })).toBeUndefined()
    expect(tags.kind({ rest: {}, move: {} })).toBe('move')
    expect(tags.is({ rest: {} }, 'rest')).toBe(false)
    expect(tags.is('move', 'move')).toBe(false)
  })
})

describe('keys that every object inherits', () => {
  it('do not count when inherited', () => {
    expect(tags.kind({})).toBeUndefined()
    expect(tags.kind({ move: {} })).toBe('move')
    expect(tags.is({ move: {} }, 'constructor')).toBe(false)
    expect(tags.is({ move: {} }, '__proto__')).toBe(false)
  })

  it('count when they are own', () => {
    expect(tags.kind({ constructor: {} })).toBe('constructor')
    expect(tags.kind({ toString: 'x' })).toBe('toString')
    expect(tags.kind(received('{"__proto__": {"a": 1}}'))).toBe('__proto__')
    expect(tags.is(received('{"__proto__": {"a": 1}}'), '__proto__')).toBe(true)
    expect(tags.payload(received('{"__proto__": {"a": 1}}'), '__proto__')).toEqual({ a: 1 })
    expect(tags.kind(received('{"__proto__": {}, "move": {}}'))).toBeUndefined()
  })

  it('are not known where the union does not know them', () => {
    const few = keyTags(['move'], { units: ['rest'] })
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(few.kind(received(`{"${name}": {}}`))).toBeUndefined()
      expect(few.kind(name)).toBeUndefined()
      expect(few.kind(received(`{"${name}": {}, "move": {}}`))).toBe('move')
    }
  })

  it('do not let a prototype lend a kind', () => {
    const lent: unknown = Object.create({ move: {} })
    expect(tags.kind(lent)).toBeUndefined()
    expect(tags.is(lent, 'move')).toBe(false)
    expect(tags.payload(lent, 'move')).toBeUndefined()
    expect(tags.kind(Object.assign(Object.create({ move: {} }), { wait: 1 }))).toBe('wait')
    expect(tags.is(Object.assign(Object.create({ move: {} }), { wait: 1 }), 'wait')).toBe(true)
  })
})

describe('objects that are not plain data', () => {
  it('are looked at like any other: a proxy decides what its keys are', () => {
    const proxy = new Proxy({ move: { to: 'x' } }, {})
    expect(tags.kind(proxy)).toBe('move')
    expect(tags.is(proxy, 'move')).toBe(true)
  })

  it('pass on what they throw; a guard hides no fault of the value', () => {
    const fault = new Error('refused')
    const thrown = (): never => {
      throw fault
    }
    const getter = Object.defineProperty({}, 'move', { get: thrown, enumerable: true })
    const proxy = new Proxy({}, { ownKeys: thrown, getOwnPropertyDescriptor: thrown })
    for (const value of [getter, proxy]) {
      expect(() => tags.kind(value)).toThrow(fault)
      expect(() => tags.is(value, 'move')).toThrow(fault)
    }
  })

  it('are never touched where the union has no say: other getters stay asleep', () => {
    const value = Object.defineProperty({ move: {} }, 'other', {
      enumerable: true,
      get: () => {
        throw new Error('touched')
      },
    })
    expect(tags.kind(value)).toBe('move')
    expect(tags.is(value, 'move')).toBe(true)
  })

  it('are not changed', () => {
    const value = { move: { to: 'x' }, wait: undefined }
    const before = structuredClone(value)
    tags.kind(value)
    tags.is(value, 'move')
    tags.payload(value, 'move')
    expect(value).toEqual(before)
  })
})
