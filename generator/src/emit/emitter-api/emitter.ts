import type { Model } from '../../model/model.js'
import type { Part } from '../../model/package-parts.js'
import type { EmitterFile, EmitterPage } from './emitter-files.js'
import type { EmitterNames } from './names.js'
import type { EmitterStructures } from './toolbox.js'

/**
 * The version of the model that emitters read and `tagwire inspect --json` prints. It is raised when
 * something is removed or changes its meaning, but not for additions.
 */
export const MODEL_VERSION = 1

export function isPage(file: EmitterFile): file is EmitterPage {
  return 'text' in file
}

export interface EmitterContext {
  /** The model of the document. Frozen. */
  readonly model: Model
  /** The names that the built-in emitters use. */
  readonly names: EmitterNames
  /** Builds modules. Text of a document reaches a file in no other way. */
  readonly structures: EmitterStructures
}

/** Adds modules to generated packages. `Options` are what it takes from the configuration. */
export interface Emitter<Options = undefined> {
  /** Its name in messages. */
  readonly name: string
  /** The parts of the package that its modules import. */
  readonly needs?: readonly Part[]
  /** The packages that its modules import: `peerDependencies` of the generated package. */
  readonly peers?: Readonly<Record<string, string>>
  /**
   * Checks what `emitterOptions` of the configuration has for it, `{}` if that is nothing, and returns what `emit` gets;
   * throws an error that names the option and what it takes. An emitter without this function has no options.
   */
  readonly options?: (given: Readonly<Record<string, unknown>>) => Options
  /** Must only depend on its arguments: `tagwire check` cannot know what it reads elsewhere. */
  readonly emit: (
    context: EmitterContext,
    options: Options,
  ) => readonly EmitterFile[] | Promise<readonly EmitterFile[]>
}

/** Defines an emitter, with type checking. */
export function defineEmitter<Options = undefined>(emitter: Emitter<Options>): Emitter<Options> {
  return emitter
}
