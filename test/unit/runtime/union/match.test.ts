import { describe, expect, it } from 'vitest'
import {
  keyTags,
  match,
  pairTags,
  propertyTags,
} from '../../../../packages/runtime/src/union/index.js'

const tags = keyTags(['move', 'wait', 'rest', 'constructor'], { units: ['rest'] })

function arms(...names: string[]): Record<string, (...values: unknown[]) => unknown> {
  return Object.fromEntries(names.map((name) => [name, (...values) => [name, ...values]]))
}

describe('match', () => {
  const all = arms('move', 'wait', 'rest', 'constructor', 'unknown')

  it('calls the arm of the kind with payload and value', () => {
    const value = { move: { to: 'x' }, index: 1 }
    expect(match(tags, value, all)).toEqual(['move', value.move, value])
  })

  it('passes undefined for a kind without payload', () => {
    expect(match(tags, 'rest', all)).toEqual(['rest', undefined, 'rest'])
  })

  it('calls unknown for what this version does not know', () => {
    for (const value of [{ teleport: {} }, { move: {}, wait: 1 }, {}, 'nap', null, []]) {
      expect(match(tags, value, all)).toEqual(['unknown', value])
    }
  })

  it('calls otherwise for kinds without an arm, and for unknown kinds if there is no unknown arm', () => {
    const few = arms('move', 'otherwise')
    expect(match(tags, { wait: 1 }, few)).toEqual(['otherwise', { wait: 1 }])
    expect(match(tags, { teleport: 1 }, few)).toEqual(['otherwise', { teleport: 1 }])
    const both = arms('move', 'unknown', 'otherwise')
    expect(match(tags, { wait: 1 }, both)).toEqual(['otherwise', { wait: 1 }])
    expect(match(tags, { teleport: 1 }, both)).toEqual(['unknown', { teleport: 1 }])
  })

  it('never mistakes what arms inherit for an arm', () => {
    const few = arms('move', 'otherwise')
    const value = JSON.parse('{"constructor": 1}')
    expect(match(tags, value, few)).toEqual(['otherwise', value])
  })

  it('says which arm is missing, for callers without types', () => {
    expect(() => match(tags, { wait: 1 }, arms('move'))).toThrow('No arm for the kind "wait".')
    expect(() => match(tags, { teleport: 1 }, arms('move'))).toThrow('No arm for an unknown kind.')
    expect(() => match(tags, { wait: 1 }, { wait: 'text' })).toThrow(TypeError)
  })

  it('passes on what an arm throws, and what it returns, undefined included', () => {
    const fault = new Error('mine')
    const throwing = {
      move: () => {
        throw fault
      },
    }
    expect(() => match(tags, { move: 1 }, throwing)).toThrow(fault)
    expect(match(tags, { move: 1 }, { move: () => undefined })).toBeUndefined()
  })
})

describe('the other two styles', () => {
  const property = propertyTags('type', ['cat', 'dog', '__proto__'])
  const pair = pairTags('type', 'value', ['cat', 'dog'])

  it('read the tag of an own property', () => {
    expect(property.kind({ type: 'cat', lives: 9 })).toBe('cat')
    expect(property.kind({ type: '__proto__' })).toBe('__proto__')
    expect(property.is({ type: 'cat' }, 'cat')).toBe(true)
    expect(property.is({ type: 'cat' }, 'dog')).toBe(false)
    for (const value of [{ type: 'bird' }, { type: null }, { type: 1 }, {}, null, 'cat', []]) {
      expect(property.kind(value)).toBeUndefined()
      expect(property.is(value, 'cat')).toBe(false)
    }
    expect(property.kind(Object.create({ type: 'cat' }))).toBeUndefined()
    expect(property.is(Object.create({ type: 'cat' }), 'cat')).toBe(false)
    expect(property.kind(Object.assign([], { type: 'cat' }))).toBeUndefined()
  })

  it('have the whole value, or the content, as payload', () => {
    const cat = { type: 'cat', value: { lives: 9 } }
    expect(match(property, cat, arms('cat'))).toEqual(['cat', cat, cat])
    expect(match(pair, cat, arms('cat'))).toEqual(['cat', cat.value, cat])
    expect(match(pair, { type: 'cat' }, arms('cat'))).toEqual(['cat', undefined, { type: 'cat' }])
    expect(match(pair, { type: 'bird' }, arms('unknown'))).toEqual(['unknown', { type: 'bird' }])
  })
})
