import type { Steps } from './records.js'
import { decodeAt, encodeAt, isObject, type Step } from './step.js'

/**
 * Server-Sent Events: the step for the data of each name. That of `''` is for events without a name, and for names
 * that have no step: these may be unknown, so what is not as described stays as it came.
 */
export function events(steps: Steps): Step {
  type Run = (step: Step, data: unknown, isKnown: boolean) => unknown
  const through = (event: unknown, run: Run): unknown => {
    if (!isObject(event)) return event
    const { event: given = '', data } = event
    const name = `${given}`
    const isKnown = Object.hasOwn(steps, name)
    const step = isKnown ? steps[name] : steps['']
    return step ? { ...event, data: run(step, data, isKnown) } : event
  }
  return {
    decode: (value, keep) =>
      through(value, (step, data, isKnown) => decodeAt(step, data, keep || !isKnown, 'data')),
    encode: (value) => through(value, (step, data) => encodeAt(step, data, 'data')),
  }
}
