import type { AcceptedWarnings } from '../diagnostics/accepted-warnings.js'
import type { EnumOpenness } from '../model/enum-openness.js'
import type { ImportExtension } from '../model/import-extension.js'
import type { Naming } from '../model/naming.js'
import type { Selection } from '../model/operations/filter.js'
import type { DateForm, Output, Part, RuntimeUse } from '../model/package-parts.js'
import type { PaginatorRule } from '../model/pages/paginator-rule.js'
import type { AcceptedBreak, PolicyEntry } from '../model/policy.js'

/** One package to generate. Paths are relative to the configuration file. */
export interface PackageConfig {
  /**
   * The OpenAPI or OpenRPC document: a file, a URL, or `git:REF:path`. For the last two, a committed copy is
   * used, which `tagwire update` refreshes.
   */
  readonly spec: string
  /**
   * OpenAPI Overlays 1.x that are applied to the document first: files, or folders of them. If an overlay is
   * not for the document itself but for a file that it refers to, `extends` in the overlay names that file.
   */
  readonly overlay?: string | readonly string[]
  /**
   * Further lines of the document, such as other releases of the service: `{ '0.40': { overlay: 'v0.40' } }`. Each is an
   * entry point of the package, `PACKAGE/0.40`, with `PACKAGE/0.40/validate` and so on for its parts. What is equal in
   * the package itself is there only once.
   */
  readonly lines?: Readonly<Record<string, LineConfig>>
  /** Only these operations, and everything that they refer to. */
  readonly include?: Selection
  /** All operations except these. */
  readonly exclude?: Selection
  /** The folder of the package; with `output: 'one-file'`, the path of the file, which ends in `.ts`. */
  readonly out: string
  /**
   * `'one-file'` makes a single module for an app: types, guards and client with what they use of the runtime, without
   * any import. Node runs it directly.
   */
  readonly output?: Output
  /** The npm name of the package; by default, the one in its package.json, or the name of its folder. */
  readonly name?: string
  /**
   * What to generate besides types, unions and enums: by default, all parts, and in one file the client. Custom emitters are files
   * (`./query.emitter.ts`) or packages (`@acme/tagwire-msw`, `tagwire-msw`).
   */
  readonly emit?: readonly (Part | EmitterName)[]
  /**
   * Options of emitters, by the name in `emit`: `{ '@tagwire/emit-mcp': { tools: 'search' } }`. Each emitter checks its
   * own.
   */
  readonly emitterOptions?: EmitterOptions
  /**
   * Which string enums accept values that the document does not list: those that a response can contain (the
   * default), all of them, or none. `x-tagwire-open` in the document takes precedence.
   */
  readonly enums?: EnumOpenness
  /**
   * Rules for the names of methods and types: `{ operation: 'fastapi' }`, or functions. `x-tagwire-name` in the document
   * takes precedence.
   */
  readonly names?: Naming
  /** Methods that read all pages of operations, for documents that are not your own. */
  readonly paginators?: readonly PaginatorRule[]
  /**
   * Operations that change nothing, so that they may be repeated, sent to any server and combined: their ids, or names
   * of JSON-RPC methods. `*` stands for any characters, and `!` excludes: `['eth_get*', '!eth_getFilterChanges']`. For
   * documents that are not your own; in others, it is `x-tagwire-safe`.
   */
  readonly safe?: readonly string[]
  /**
   * Warnings that are not reported, by code and place, with the reason:
   * `{ TW3004: [{ at: '#/components/schemas/Order', reason: 'the service cannot change it' }] }`. A place includes
   * everything below it; `schemas.yaml#/Order` is in another file. A text such as `'#/components/schemas/Order'` is
   * a place without a reason. An entry that matches no warning is reported.
   */
  readonly accept?: AcceptedWarnings
  /**
   * How severe changes of the document are in `tagwire diff` and `tagwire ci`, by rule, subject, operation and path:
   * `[{ rule: 'field-removed', path: '/internal/**', severity: 'docs' }]`. The last entry that fits decides.
   */
  readonly policy?: readonly PolicyEntry[]
  /**
   * Breaking changes that do not fail `tagwire diff` and `tagwire ci`, as in a file for `--accepted`, with a reason and
   * optionally a last day: `[{ change: 'field-removed', subject: 'Route.*', reason: 'unused', until: '2027-01-31' }]`.
   */
  readonly acceptedBreaks?: readonly AcceptedBreak[]
  /**
   * Another package that contains the sample data of the document (`x-tagwire-world`): the mock imports its
   * `./world` when a call needs it. For sample data that is larger than the client.
   */
  readonly world?: string
  /**
   * Where the documentation of the package is published, with `{page}` for the path of a page:
   * `https://docs.example.com/shop/{page}.html`. Comments, README and the files of `@tagwire/emit-docs` link to it.
   */
  readonly site?: string
  /** The default server URL of the client, instead of the document's first server. */
  readonly server?: string
  /**
   * `'inline'` copies the required files of `@tagwire/runtime` into the sources, so that nothing has to be
   * installed; the part `schema`, which needs openapi-fetch, is then only generated if `emit` lists it.
   */
  readonly runtime?: RuntimeUse
  /**
   * The extension of relative imports: `'.js'` in packages. In sources inside an app, it is detected from the
   * app's tsconfig and bundler.
   */
  readonly importExtension?: ImportExtension
  /**
   * `'date'` makes the client return a `Date` for strings with the format `date-time`; `'text'` (the default)
   * leaves the string as received. Needs the part `decode`.
   */
  readonly dates?: DateForm
  /**
   * `true` adds an object for each enumeration, with its values by name: `OrderState.Paid`. The names are those of
   * `x-enum-varnames` or `x-enumNames`, otherwise made from the values.
   */
  readonly enumObjects?: boolean
  /** `true` makes properties, arrays and maps of all types readonly. */
  readonly readonly?: boolean
  /**
   * Whether a new package.json has `private: true`, so that it is not published by accident. By default, it
   * has if the surrounding project is private and publishes none of its other packages. An existing
   * package.json is not changed.
   */
  readonly private?: boolean
  /** `license` of package.json, an SPDX expression; absent by default. */
  readonly license?: string
  /** `author` of package.json. */
  readonly author?: string
}

/** What is different in a line of a document. All other options are those of the package. */
export interface LineConfig {
  /** OpenAPI Overlays that are applied after those of the package: files, or folders of them. */
  readonly overlay: string | readonly string[]
  /** What to know before choosing it, such as `'at its end: it gets no more fixes'`. README and AGENTS.md say it. */
  readonly note?: string
}

/** The location of an emitter: a path that begins with a dot, or a package. */
export type EmitterName =
  | `./${string}`
  | `../${string}`
  | `@${string}/${string}`
  | `tagwire-${string}`

/** What emitters get from the configuration: plain data, as in JSON. */
export type EmitterOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Config {
  readonly packages: Readonly<Record<string, PackageConfig>>
}

/** Defines a configuration, with type checking. */
export function defineConfig(config: Config): Config {
  return config
}
