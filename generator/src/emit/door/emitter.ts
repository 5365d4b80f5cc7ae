import type { Model } from '../../model/model.js'
import type { Part } from '../../model/package-parts.js'
import type { EmittedModule } from '../typescript/structures.js'
import type { EmitterNames } from './names.js'
import type { EmitterStructures } from './toolbox.js'

/**
 * The version of the model that emitters read and `tagwire inspect --json` prints. It rises when
 * something that was there is removed or means something else; additions leave it as it is.
 */
export const MODEL_VERSION = 1

/** A module that an emitter adds to the package. */
export interface EmitterFile extends EmittedModule {
  /** Below `src/`: `src/query.ts`. The formatter breaks its lines. */
  readonly path: string
  /** Only other modules of the package import it: it gets no entry in `exports`. */
  readonly internal?: true
}

export interface EmitterContext {
  /** What the document describes. Frozen. */
  readonly model: Model
  /** What the other emitters call things. */
  readonly names: EmitterNames
  /** What modules are made with. The only way for text of a document to reach a file. */
  readonly structures: EmitterStructures
}

/** Adds modules to generated packages. */
export interface Emitter {
  /** What messages call it. */
  readonly name: string
  /** The parts of the package that its modules import. */
  readonly needs?: readonly Part[]
  /** What its modules import of other packages: `peerDependencies` of the generated package. */
  readonly peers?: Readonly<Record<string, string>>
  /** A function of its arguments alone; whatever it reads elsewhere, `tagwire check` cannot know. */
  readonly emit: (
    context: EmitterContext,
  ) => readonly EmitterFile[] | Promise<readonly EmitterFile[]>
}

/** Gives an emitter its type. */
export function defineEmitter(emitter: Emitter): Emitter {
  return emitter
}
