import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault } from '../diagnostics/diagnostic.js'
import { LocatedFault } from '../diagnostics/located-fault.js'
import type { Locator } from '../diagnostics/print.js'
import { isDictionary } from '../model/json.js'
import { folderHelp } from '../source/folder-help.js'
import { below } from '../source/node.js'
import { checkConfig } from './check-config.js'
import { configFault } from './check-options.js'
import { locatorOfConfig, packageNamesIn } from './config-locator.js'
import { importWithTool } from './import-with-tool.js'
import { jsonError, type LoadError, moduleError } from './load-error.js'
import type { Config } from './options.js'

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
  return { ...(await checkWithLocations(value, file)), base: path.dirname(file), file }
}

/** Reports faulty options at their place in the file. */
async function checkWithLocations(value: unknown, file: string): Promise<Config> {
  const name = path.basename(file)
  try {
    const config = checkConfig(value, name)
    await refuseFolders(config, file)
    return config
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new LocatedFault(
      locatorOfConfig(name, await readFile(file, 'utf8')),
      ...error.diagnostics,
    )
  }
}

/** A document is a file: with a folder, it would be a guess which. */
async function refuseFolders({ packages }: Config, file: string): Promise<void> {
  for (const [key, { spec }] of Object.entries(packages)) {
    const target = path.resolve(path.dirname(file), spec)
    if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) continue
    const name = path.basename(file)
    throw configFault(`${name}: packages.${key}.spec is not a document`, {
      at: ['packages', key, 'spec'].reduce(below, { file: name, pointer: '' }),
      help: await folderHelp(target),
    })
  }
}

/** Whether there is a configuration at or above a folder. */
export function hasConfig(from: string): boolean {
  return findUpwards(from) !== undefined
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
  const text = await readFile(file, 'utf8')
  if (file.endsWith('.json')) {
    const error = jsonError(text)
    if (error) throw loadFault(file, text, error)
    return JSON.parse(text)
  }
  try {
    return file.endsWith('.ts') ? await importWithTool(file) : await importPlain(file)
  } catch (error) {
    throw loadFault(file, text, moduleError(error, file, text))
  }
}

const LOAD_HELP =
  'Correct the file there. It exports `defineConfig({ packages: { name: { spec, out } } })`; `.json` has the object itself.'

function loadFault(file: string, text: string, error: LoadError): LocatedFault {
  const { why, line, column, help } = error
  const name = path.basename(file)
  const locator: Locator = {
    locate: () => ({ line, column }),
    textOf: (each) => (each === name ? text : undefined),
  }
  const where = { at: { file: name, pointer: '' }, help: help ?? LOAD_HELP }
  return new LocatedFault(
    locator,
    ...configFault(`${name} does not load: ${why}`, where).diagnostics,
  )
}

async function importPlain(file: string): Promise<unknown> {
  try {
    return defaultOf(await import(addressOf(file)))
  } catch (error) {
    // The engine does not say where a syntax error is; the parser that transforms TypeScript does.
    const isElsewhere = String(error).includes("Cannot find package 'tagwire'")
    if (!isElsewhere && !(error instanceof SyntaxError)) throw error
    return importWithTool(file)
  }
}

/** A module is loaded only once per URL; with `--watch`, its file may have changed since. */
function addressOf(file: string): string {
  return `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`
}

function defaultOf(module: unknown): unknown {
  return isDictionary(module) ? module.default : undefined
}
