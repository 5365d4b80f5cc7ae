import { mockFailure } from './failure.js'
import { type Inhabited, inhabit, type World } from './world.js'

/** A world, or how to load the package that has it when a call needs it. */
export type WorldSource = World | (() => Promise<{ readonly world: World }>)

/** Handles that the package of a world cannot be imported: the answer says what to do. */
export function withoutWorld(name: string): (cause: unknown) => never {
  return (cause) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw mockFailure({
      status: 501,
      code: 12,
      message:
        `no handler is for this call, and the world that would answer it is in ${name}, which cannot be loaded ` +
        `(${why}). Install it (npm install --save-dev ${name}), or give the mock a handler`,
    })
  }
}

/** Loads a world once, with the first call that needs it. */
export function laterWorld(
  source: WorldSource | undefined,
  mode: string | undefined,
  isStrict: boolean,
): () => Promise<Inhabited | undefined> {
  if (typeof source !== 'function') {
    const inhabited = source && inhabit(source, mode, isStrict)
    return async () => inhabited
  }
  let loaded: Promise<Inhabited | undefined> | undefined
  return () => {
    loaded ??= source().then(({ world }) => inhabit(world, mode, isStrict))
    // Who asked for the document's examples gets them, whether or not there is a world.
    return isStrict ? loaded : loaded.catch(() => undefined)
  }
}
