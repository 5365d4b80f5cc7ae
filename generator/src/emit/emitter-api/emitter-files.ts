import type { EmittedModule } from '../typescript/structures.js'

/** A module that an emitter adds to the package. */
export interface EmitterModule extends EmittedModule {
  /** Its path below `src/`: `src/query.ts`. The formatter breaks its lines. */
  readonly path: string
  /** Only imported by other modules of the package, so it has no entry in `exports`. */
  readonly internal?: true
}

/** A text file that an emitter adds to the package: a page for people or agents, or a file of any other kind. */
export interface EmitterPage {
  /**
   * `AGENTS.md`, `llms.txt`, `llms-full.txt`; below `docs/`: `docs/types/Asset.md`, a drawing (`.svg`); below `assets/`
   * with any ending: `assets/tools.json`, `assets/schema.graphql`.
   */
  readonly path: string
  /** TypeScript blocks in Markdown are formatted like modules. */
  readonly text: string
}

/** The files that an emitter adds to the package. */
export type EmitterFile = EmitterModule | EmitterPage
