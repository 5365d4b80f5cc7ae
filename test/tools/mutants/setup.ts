import { setMaxListeners } from 'node:events'
import { inject } from 'vitest'
import type { Switch } from './switch.js'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The mutant that is on from the start, or 0 if the runner switches them on one after the other.
     */
    mutant: number
    /** Where the runner writes what it found, a line of JSON for each. */
    findings: string
  }
}

declare global {
  var isMutant: (id: number) => boolean
}

// Each time that a test is run, it listens for the end of the same signal.
setMaxListeners(0)

/** Before any module with mutants is loaded. Files of one process share it. */
globalThis.mutantSwitch ??= {
  active: inject('mutant'),
  reached: new Map(),
  outside: new Set(),
  killed: new Set(),
  inTest: false,
  budget: Number.POSITIVE_INFINITY,
} satisfies Switch
const state = globalThis.mutantSwitch

globalThis.isMutant = (id) => {
  state.reached.set(id, (state.reached.get(id) ?? 0) + 1)
  if (!state.inTest) state.outside.add(id)
  if (--state.budget < 0) throw new Error('A mutant that does not end')
  return state.active === id
}
