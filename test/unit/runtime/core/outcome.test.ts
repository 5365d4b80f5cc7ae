import { describe, expect, it } from 'vitest'
import { endOf, type Until } from '../../../../packages/runtime/src/core/index.js'

const until: Until = {
  pointer: ['/state', '/parts/*/state', '/old'],
  values: ['DONE'],
  failure: ['FAILED'],
  givenUp: ['LOST'],
}

function parts(...states: unknown[]): unknown {
  return { parts: states.map((state) => ({ state })) }
}

describe('endOf', () => {
  it.each([
    [{ state: 'DONE' }, 'success'],
    [{ state: 'FAILED' }, 'failure'],
    [{ state: 'LOST' }, 'given-up'],
    [{ state: 'MOVING' }, undefined],
    [{ state: 'NEW_ON_THE_WIRE' }, undefined],
    [{}, undefined],
    [null, undefined],
    ['DONE', undefined],
    [{ state: null, old: 'DONE' }, 'success'],
    [{ old: 'LOST' }, 'given-up'],
  ])('of %j is %s', (answer, outcome) => {
    expect(endOf(answer, until)?.outcome).toBe(outcome)
  })

  it.each([
    [['DONE', 'DONE'], 'success'],
    [['DONE', 'MOVING'], undefined],
    [['FAILED', 'MOVING'], undefined],
    [['FAILED', 'DONE'], 'failure'],
    [['LOST', 'DONE'], 'given-up'],
    [['LOST', 'FAILED'], 'failure'],
    [[], undefined],
    [[null], undefined],
  ])('of the parts %j is %s: all have to have ended, and well', (states, outcome) => {
    expect(endOf(parts(...states), until)?.outcome).toBe(outcome)
  })

  it('reads later places only where earlier ones have nothing', () => {
    expect(endOf({ state: 'MOVING', parts: [{ state: 'DONE' }] }, until)).toBeUndefined()
    expect(endOf({ state: 'DONE', parts: [{ state: 'MOVING' }] }, until)?.outcome).toBe('success')
  })

  it('does not believe in success where a later place knows better', () => {
    const answer = { state: 'DONE', parts: [{ state: 'DONE' }, { state: 'FAILED' }] }
    expect(endOf(answer, until)).toEqual({ outcome: 'failure', state: 'FAILED' })
  })

  it('reads one pointer, and names with slashes', () => {
    expect(endOf({ 'a/b': 'DONE' }, { pointer: '/a~1b', values: ['DONE'] })).toEqual({
      outcome: 'success',
      state: 'DONE',
    })
  })

  it('looks at own members only', () => {
    const answer = Object.create({ state: 'DONE' })
    expect(endOf(answer, until)).toBeUndefined()
  })
})
