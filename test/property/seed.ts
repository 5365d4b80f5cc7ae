import fc from 'fast-check'

/** Every random test goes by the seed of the run, also one that does not ask for it. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TAGWIRE_SEED) })
