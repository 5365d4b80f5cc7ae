import fc from 'fast-check'
import { afterAll, chai, vi } from 'vitest'

/** Every random test goes by the seed of the run, also one that does not ask for it. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TAGWIRE_SEED) })

/** Names of assertions are checked by the compiler; looking at each of them again is a third of what `expect` costs. */
chai.config.useProxy = false

/** A test that ran out of time must not leave its clock to the files after it in the same process. */
afterAll(() => {
  // What was stubbed last goes first: a stub may stand in front of a fake clock.
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
