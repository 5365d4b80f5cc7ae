import type { EmittedModule } from '../typescript/structures.js'

/** A module that an emitter adds to the package. */
export interface EmitterModule extends EmittedModule {
  /** Its path below `src/`: `src/query.ts`. The formatter breaks its lines. */
  readonly path: string
  /** Only imported by other modules of the package, so it has no entry in `exports`. */
  readonly internal?: true
}

/** A text file that an emitter adds to the package, for people or agents. */
export interface EmitterPage {
  /** `AGENTS.md`, `llms.txt`, `llms-full.txt`, or below `docs/`: `docs/types/Asset.md`, a drawing (`.svg`). */
  readonly path: string
  /** TypeScript blocks in Markdown are formatted like modules. */
  readonly text: string
}

/** The files that an emitter adds to the package. */
export type EmitterFile = EmitterModule | EmitterPage
