import fc from 'fast-check'
import { afterAll, chai, vi } from 'vitest'

/** Every random test goes by the seed of the run, also one that does not ask for it. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TAGWIRE_SEED) })

/** Names of assertions are checked by the compiler; looking at each of them again is a third of what `expect` costs. */
chai.config.useProxy = false

/** The timers of the engine, as the first file of this process found them. */
const TIMERS = Symbol.for('tagwire.test.timers')
const timers: object = Reflect.get(globalThis, TIMERS) ?? {
  ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, Date },
}
Reflect.set(globalThis, TIMERS, timers)

/**
 * A test that failed or ran out of time must not leave its clock to the files after it in the same process: one that
 * did made a hundred others fail.
 */
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Object.assign(globalThis, timers)
})
