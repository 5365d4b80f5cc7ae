import { describe, expect, it } from 'vitest'
import { type Until, waitEndOf } from '../../../../packages/runtime/src/core/index.js'

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
    // What some languages write for a state that is not set.
    [{ state: '', old: 'DONE' }, 'success'],
    [{ state: '' }, undefined],
  ])('of %j is %s', (answer, outcome) => {
    expect(waitEndOf(answer, until)?.outcome).toBe(outcome)
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
    expect(waitEndOf(parts(...states), until)?.outcome).toBe(outcome)
  })

  it('reads later places only where earlier ones have nothing', () => {
    expect(waitEndOf({ state: 'MOVING', parts: [{ state: 'DONE' }] }, until)).toBeUndefined()
    expect(waitEndOf({ state: 'DONE', parts: [{ state: 'MOVING' }] }, until)?.outcome).toBe(
      'success',
    )
  })

  it('does not believe in success where a later place knows better', () => {
    const answer = { state: 'DONE', parts: [{ state: 'DONE' }, { state: 'FAILED' }] }
    expect(waitEndOf(answer, until)).toEqual({ outcome: 'failure', state: 'FAILED' })
  })

  it('reads one pointer, and names with slashes', () => {
    expect(waitEndOf({ 'a/b': 'DONE' }, { pointer: '/a~1b', values: ['DONE'] })).toEqual({
      outcome: 'success',
      state: 'DONE',
    })
  })

  it('looks at own members only', () => {
    const answer = Object.create({ state: 'DONE' })
    expect(waitEndOf(answer, until)).toBeUndefined()
  })

  describe('with parts that run on their own', () => {
    const several: Until = {
      ...until,
      pointer: ['/state', '/old'],
      each: '/parts',
      error: '/error',
    }

    it.each([
      [['DONE', 'DONE'], 'success'],
      [['DONE', 'MOVING'], undefined],
      [['FAILED', 'MOVING'], undefined],
      [['DONE', 'LOST'], 'given-up'],
      [['LOST', 'FAILED'], 'failure'],
      [['DONE', undefined], undefined],
      [['DONE', null], undefined],
    ])('%j is %s, whether the whole repeats the first or not', (states, outcome) => {
      expect(waitEndOf(parts(...states), several)?.outcome).toBe(outcome)
      const whole = Object.assign({ state: states[0] }, parts(...states))
      expect(waitEndOf(whole, several)?.outcome).toBe(outcome)
    })

    it.each([
      [{ state: 'MOVING', parts: [{ state: 'DONE' }] }, undefined],
      [{ state: 'DONE', parts: [] }, 'success'],
      [{ state: 'DONE', parts: null }, 'success'],
      // What is no list says nothing of its parts, so they may still be open.
      [{ state: 'DONE', parts: 'DONE' }, undefined],
      [{ state: 'DONE', parts: { state: 'DONE' } }, 'success'],
      [{ state: 'DONE', parts: [null] }, undefined],
      [{ parts: [] }, undefined],
      [{ state: '', parts: [{ state: 'DONE' }] }, 'success'],
      [{ state: 'DONE', parts: [{ state: '' }] }, undefined],
      [{ old: 'DONE', parts: [{ old: 'LOST' }] }, 'given-up'],
    ])('of %j is %s', (answer, outcome) => {
      expect(waitEndOf(answer, several)?.outcome).toBe(outcome)
    })

    it.each([
      [{ state: 'DONE', error: { code: 5 } }, 'failure'],
      [{ state: 'DONE', error: 'no' }, 'failure'],
      [{ state: 'DONE', error: null }, 'success'],
      [{ state: 'MOVING', error: 'no' }, undefined],
      [{ state: 'LOST', error: 'no' }, 'given-up'],
      [{ state: 'DONE', parts: [{ state: 'DONE' }, { state: 'DONE', error: {} }] }, 'failure'],
      [{ parts: [{ state: 'LOST' }, { state: 'DONE', error: {} }] }, 'failure'],
      [{ error: 'no', parts: [{ state: 'DONE' }] }, 'failure'],
      [{ error: 'no', parts: [{ state: 'DONE' }, { state: 'MOVING' }] }, undefined],
      [{ error: null, parts: [{ state: 'DONE' }] }, 'success'],
    ])('an error decides that %j is %s', (answer, outcome) => {
      expect(waitEndOf(answer, several)?.outcome).toBe(outcome)
    })

    it('says which state was the worst', () => {
      expect(waitEndOf(parts('DONE', 'LOST', 'FAILED'), several)).toEqual({
        outcome: 'failure',
        state: 'FAILED',
      })
    })

    it('may be all that there is', () => {
      const list: Until = { pointer: '/state', each: '', values: ['DONE'] }
      expect(waitEndOf([{ state: 'DONE' }, { state: 'MOVING' }], list)).toBeUndefined()
      expect(waitEndOf([{ state: 'DONE' }], list)?.outcome).toBe('success')
    })
  })
})
