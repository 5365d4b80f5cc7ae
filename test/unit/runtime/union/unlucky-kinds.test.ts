import { describe, expect, it } from 'vitest'
import {
  isStepKind_,
  isStepUnknown,
  matchStep,
  type Step,
  type StepUnknown,
  type StepUnknown_,
  stepKind,
  stepKind_,
  stepProto,
  stepUnknown,
} from '../../../golden/unlucky-kinds/expected/src/unions.js'

/** A union whose variants are called `unknown`, `otherwise`, `kind`, `constructor`, `__proto__`, … */
const shared = { id: '1' }

describe('variants with the names of the fallback arms', () => {
  const text = (value: Step): string =>
    matchStep(value, {
      unknown: (payload: string, step: StepUnknown) => `known: ${payload} ${step.id}`,
      constructor: (payload) => payload,
      unknown_: (step: StepUnknown_) => `not known: ${Object.keys(step).join()}`,
      otherwise_: () => 'another kind',
    })

  it('have their own arms; the fallbacks make room', () => {
    expect(text(stepUnknown('u', shared))).toBe('known: u 1')
    expect(text({ id: '1', otherwise: 'o' })).toBe('another kind')
    expect(text(JSON.parse('{"id": "1", "teleport": {}}'))).toBe('not known: id,teleport')
  })

  it('are known to the guards', () => {
    const value: unknown = stepUnknown('u', shared)
    expect(isStepUnknown(value)).toBe(true)
    expect(stepKind(value)).toBe('unknown')
    expect(isStepKind_(stepKind_('k', shared))).toBe(true)
    expect(stepKind(stepKind_('k', shared))).toBe('kind')
  })
})

describe('a variant called __proto__', () => {
  it('becomes an own key', () => {
    const value = stepProto('p', shared)
    expect(Object.hasOwn(value, '__proto__')).toBe(true)
    expect(stepKind(value)).toBe('__proto__')
    expect(JSON.stringify(value)).toBe('{"id":"1","__proto__":"p"}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})
