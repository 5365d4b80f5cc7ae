import { mockFailure } from './failure.js'
import { createResponder, earlierAnswers, type Responder, type World } from './world.js'

/** A world, or a function that loads the package with the world when a call needs it. */
export type WorldSource = World | (() => Promise<{ readonly world: World }>)

/** A world that responds. */
export interface Inhabited {
  readonly respond: Responder
  /** Earlier responses that a request is compared with. */
  readonly earlier: (input: unknown) => object
  /** What a caller can choose to happen. */
  readonly outcomes: readonly string[]
}

/** Handles a world whose package cannot be imported: the response says what to install. */
export function withoutWorld(name: string): (cause: unknown) => never {
  return (cause) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw mockFailure({
      status: 501,
      code: 12,
      message:
        `this call has no handler, and the sample data is in ${name}, which cannot be loaded ` +
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
  const inhabit = (world: World): Inhabited => {
    const respond = createResponder(world, mode, isStrict)
    const outcomes = [...Object.keys(world.outcomes ?? {}), ...Object.keys(world.modes)]
    return { respond, outcomes, earlier: (input) => earlierAnswers(world, respond, input) }
  }
  if (typeof source !== 'function') {
    const inhabited = source && inhabit(source)
    return async () => inhabited
  }
  let loaded: Promise<Inhabited | undefined> | undefined
  return () => {
    loaded ??= source().then(({ world }) => inhabit(world))
    // If the document's examples were requested, they are used whether or not there is a world.
    return isStrict ? loaded : loaded.catch(() => undefined)
  }
}
