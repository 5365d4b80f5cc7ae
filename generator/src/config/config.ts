import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault } from '../diagnostics/diagnostic.js'
import { PlacedFault } from '../diagnostics/placed-fault.js'
import type { EnumOpenness } from '../model/enum-openness.js'
import type { ImportExtension } from '../model/import-extension.js'
import { isDictionary } from '../model/json.js'
import type { Selection } from '../model/operations/filter.js'
import type { DateForm, Part, RuntimeUse } from '../model/package-parts.js'
import { checkConfig, configFault } from './check.js'
import { importWithTool } from './import-with-tool.js'
import { packageNamesIn, placesInConfig } from './places.js'

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
   * where the project around it is private and has no packages beside it that are published. Later the member
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

/** Gives a configuration its type. */
export function defineConfig(config: Config): Config {
  return config
}

export interface LoadedConfig extends Config {
  /** The folder that the paths are relative to. */
  readonly base: string
  /** Its file, unless it was given on the command line. */
  readonly file?: string
}

export const CONFIG_NAMES = [
  'tagwire.config.ts',
  'tagwire.config.js',
  'tagwire.config.mjs',
  'tagwire.config.json',
]

/** Loads the named configuration, or the nearest one at or above a folder. */
export async function loadConfig(from: string, named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? findUpwards(from) : path.resolve(from, named)
  if (file === undefined) {
    throw configFault(`there is no tagwire.config.ts in ${from} or above it`, {
      help: 'Run `tagwire init SPEC` to write one, or give `--spec FILE --out DIR`.',
    })
  }
  if (!existsSync(file)) {
    throw configFault(`there is no file ${named ?? file}`, {
      help: 'Check the path; it is relative to the working directory.',
    })
  }
  const value = await importConfig(file)
  return { ...(await checkInPlace(value, file)), base: path.dirname(file), file }
}

/** Reports faulty options at their place in the file. */
async function checkInPlace(value: unknown, file: string): Promise<Config> {
  const name = path.basename(file)
  try {
    return checkConfig(value, name)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new PlacedFault(placesInConfig(name, await readFile(file, 'utf8')), ...error.diagnostics)
  }
}

/** The package names of the nearest configuration, read from its text without running it. */
export async function packageNames(from: string): Promise<string[]> {
  const file = findUpwards(from)
  return file === undefined ? [] : packageNamesIn(await readFile(file, 'utf8'))
}

function findUpwards(from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => path.join(folder, name)).find((file) =>
      existsSync(file),
    )
    if (found !== undefined || folder === path.dirname(folder)) return found
  }
}

async function importConfig(file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'))
    return file.endsWith('.ts') ? await importWithTool(file) : await importPlain(file)
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('\n')
    throw configFault(`${path.basename(file)} does not load: ${why}`)
  }
}

async function importPlain(file: string): Promise<unknown> {
  try {
    return defaultOf(await import(addressOf(file)))
  } catch (error) {
    if (!String(error).includes("Cannot find package 'tagwire'")) throw error
    return importWithTool(file)
  }
}

/** A module is loaded once for each address; with `--watch` its file may have changed since. */
function addressOf(file: string): string {
  return `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`
}

function defaultOf(module: unknown): unknown {
  return isDictionary(module) ? module.default : undefined
}
