import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../load/node.js'

/** One package to generate. Paths are relative to the configuration file. */
export interface PackageConfig {
  /** The OpenAPI or OpenRPC document. */
  readonly spec: string
  /** The folder of the package. */
  readonly out: string
  /** The npm name of the package. */
  readonly name: string
  /** SPDX expression for package.json. `MIT` by default. */
  readonly license?: string
  /** `author` of package.json. */
  readonly author?: string
}

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
}

const NAMES = [
  'tagwire.config.ts',
  'tagwire.config.js',
  'tagwire.config.mjs',
  'tagwire.config.json',
]

/** Loads the named configuration, or the nearest one at or above a folder. */
export async function loadConfig(from: string, named?: string): Promise<LoadedConfig> {
  const file = named === undefined ? findUpwards(from) : path.resolve(from, named)
  if (file === undefined) {
    throw configFault(
      `there is no tagwire.config.ts in ${from} or above it`,
      'Run `tagwire init SPEC` to write one, or give `--spec FILE --out DIR`.',
    )
  }
  if (!existsSync(file)) throw configFault(`there is no file ${named ?? file}`)
  const value = await importConfig(file)
  return { ...checkConfig(value, path.basename(file)), base: path.dirname(file) }
}

function findUpwards(from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = NAMES.map((name) => path.join(folder, name)).find((file) => existsSync(file))
    if (found !== undefined || folder === path.dirname(folder)) return found
  }
}

async function importConfig(file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'))
    if (!file.endsWith('.ts')) return defaultOf(await import(pathToFileURL(file).href))
    const { createJiti } = await import('jiti')
    return await createJiti(import.meta.url).import(file, { default: true })
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('\n')
    throw configFault(`${path.basename(file)} does not load: ${why}`)
  }
}

function defaultOf(module: unknown): unknown {
  return isDictionary(module) ? module.default : undefined
}

function checkConfig(value: unknown, file: string): Config {
  const packages = isDictionary(value) ? value.packages : undefined
  if (!isDictionary(packages) || Object.keys(packages).length === 0) {
    throw configFault(`${file} names no packages`)
  }
  const checked = Object.entries(packages).map(
    ([key, each]) => [key, checkPackage(each, `${file}: packages.${key}`)] as const,
  )
  const config = { packages: Object.fromEntries(checked) }
  checkFolders(config, file)
  return config
}

/** Each package owns its folder: of two in one, each run would remove what the other wrote. */
function checkFolders({ packages }: Config, file: string): void {
  const folders = Object.entries(packages).map(
    ([key, { out }]) => [key, `${path.resolve('/', out)}/`] as const,
  )
  for (const [key, folder] of folders) {
    const inside = folders.find(([other, around]) => other !== key && folder.startsWith(around))
    if (!inside) continue
    throw configFault(
      `${file}: the folder of packages.${key} is inside that of packages.${inside[0]}`,
      'Give each package a folder of its own.',
    )
  }
}

const REQUIRED = ['spec', 'out', 'name'] as const
const OPTIONAL = ['license', 'author'] as const

function checkPackage(value: unknown, at: string): PackageConfig {
  if (!isDictionary(value)) throw configFault(`${at} is no object`)
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL]
  const stranger = Object.keys(value).find((key) => !known.includes(key))
  if (stranger !== undefined) {
    throw configFault(
      `${at} has an unknown option ${JSON.stringify(stranger)}`,
      `Known are ${known.join(', ')}.`,
    )
  }
  const { spec, out, name, license, author } = value
  const texts = { spec, out, name, license: license ?? '', author: author ?? '' }
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string') throw configFault(`${at}.${key} has to be a text`)
  }
  if (typeof spec !== 'string' || typeof out !== 'string' || typeof name !== 'string') {
    throw configFault(`${at} needs spec, out and name`)
  }
  if (out.trim() === '' || spec.trim() === '') throw configFault(`${at} needs spec, out and name`)
  checkPackageName(name, at)
  return {
    spec,
    out,
    name,
    ...(typeof license === 'string' ? { license } : {}),
    ...(typeof author === 'string' ? { author } : {}),
  }
}

/** The rule of the npm registry for new names. */
export function checkPackageName(name: string, at: string): void {
  if (/^(@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/.test(name) && name.length <= 214)
    return
  throw configFault(
    `${at}: ${JSON.stringify(name)} is no name for an npm package`,
    'A name has lower-case letters, digits, `-`, `.` and `_`, behind a scope like `@acme/` or none.',
  )
}

function configFault(message: string, help?: string): Fault {
  return new Fault({ code: 'TW7001', severity: 'error', message, ...(help ? { help } : {}) })
}
