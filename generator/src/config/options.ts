import type { EnumOpenness } from '../model/enum-openness.js'
import type { ImportExtension } from '../model/import-extension.js'
import type { Selection } from '../model/operations/filter.js'
import type { DateForm, Part, RuntimeUse } from '../model/package-parts.js'

/** One package to generate. Paths are relative to the configuration file. */
export interface PackageConfig {
  /**
   * The OpenAPI or OpenRPC document: a file, a URL, or `git:REF:path`. Of the last two a committed copy is
   * used, which `tagwire update` refreshes.
   */
  readonly spec: string
  /**
   * OpenAPI Overlays 1.x that are applied to the document first: files, or folders of them. `extends` in an
   * overlay names the file that it is for, where that is not the document but a file that it refers to.
   */
  readonly overlay?: string | readonly string[]
  /** Only these operations, and what they refer to. */
  readonly include?: Selection
  /** All operations but these. */
  readonly exclude?: Selection
  /** The folder of the package. */
  readonly out: string
  /** The npm name of the package; the name of its folder when absent. */
  readonly name?: string
  /**
   * What to write beside types, unions and enumerations: every part when absent. Emitters of your own are
   * files (`./query.emitter.ts`) or packages (`@acme/tagwire-msw`, `tagwire-msw`).
   */
  readonly emit?: readonly (Part | EmitterName)[]
  /**
   * Which enumerations of strings admit values that the document does not list: those that an answer
   * can hold (the default), all of them, or none. `x-tagwire-open` in the document counts more.
   */
  readonly enums?: EnumOpenness
  /**
   * The package that has the document's `x-tagwire-world`, instead of this one: the mock imports `./world` of it
   * when a call needs it. For worlds that are larger than the client.
   */
  readonly world?: string
  /** The address that the client calls by default, instead of the document's first server. */
  readonly server?: string
  /**
   * `'inline'` copies the files of `@tagwire/runtime` that are used among the sources, so that nothing has
   * to be installed; then the part `schema`, which needs openapi-fetch, is written only where `emit` names it.
   */
  readonly runtime?: RuntimeUse
  /**
   * How relative imports end: `'.js'` in packages. Sources inside an app have what its tsconfig and bundler
   * understand.
   */
  readonly importExtension?: ImportExtension
  /**
   * `'date'` makes the client return a `Date` for text with the format `date-time`; `'text'` (the default)
   * leaves the text as received. Needs the part `decode`.
   */
  readonly dates?: DateForm
  /** `true` makes members, lists and maps of all types read-only. */
  readonly readonly?: boolean
  /**
   * Whether a first package.json has `private: true`, so that nobody publishes it by accident. By default it does
   * if the surrounding project is private and publishes none of its other packages. Later the property
   * belongs to the package's maintainers.
   */
  readonly private?: boolean
  /** SPDX expression for package.json, which has none without it. */
  readonly license?: string
  /** `author` of package.json. */
  readonly author?: string
}

/** Where an emitter is: a path that begins with a dot, or a package. */
export type EmitterName =
  | `./${string}`
  | `../${string}`
  | `@${string}/${string}`
  | `tagwire-${string}`

export interface Config {
  readonly packages: Readonly<Record<string, PackageConfig>>
}
