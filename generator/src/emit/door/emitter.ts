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
export interface EmitterModule extends EmittedModule {
  /** Below `src/`: `src/query.ts`. The formatter breaks its lines. */
  readonly path: string
  /** Only other modules of the package import it: it gets no entry in `exports`. */
  readonly internal?: true
}

/** A text that an emitter adds to the package, for people or agents to read. */
export interface EmitterPage {
  /** `AGENTS.md`, `llms.txt`, `llms-full.txt`, or below `docs/`: `docs/types/Asset.md`, a drawing (`.svg`). */
  readonly path: string
  /** Blocks of TypeScript in Markdown are laid out like modules. */
  readonly text: string
}

/** What an emitter adds to the package. */
export type EmitterFile = EmitterModule | EmitterPage

export function isPage(file: EmitterFile): file is EmitterPage {
  return 'text' in file
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
