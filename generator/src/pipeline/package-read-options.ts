import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { PackageConfig } from '../config/options.js'
import { readablePath } from './committed-copy.js'
import type { ReadOptions } from './read-model.js'
import type { LineReadOptions } from './read-package-models.js'

/** The options of a configuration that affect how its document is read. */
export type PackageReadOptions = Pick<
  ReadOptions,
  | 'overlays'
  | 'include'
  | 'exclude'
  | 'enums'
  | 'names'
  | 'accept'
  | 'paginators'
  | 'safe'
  | 'within'
  | 'unread'
> & {
  /** Further lines of the document. */
  readonly lines?: readonly LineReadOptions[]
}

export function readOptionsOf(
  { overlay, lines, include, exclude, enums, names, accept, paginators, safe }: PackageConfig,
  base: string,
): PackageReadOptions {
  return {
    ...(overlay === undefined ? {} : { overlays: overlayFiles([overlay].flat(), base) }),
    ...(lines === undefined ? {} : { lines: linesOf(lines, base) }),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(enums ? { enums } : {}),
    ...(names ? { names } : {}),
    ...(accept ? { accept } : {}),
    ...(paginators ? { paginators } : {}),
    ...(safe ? { safe } : {}),
  }
}

function linesOf(lines: NonNullable<PackageConfig['lines']>, base: string): LineReadOptions[] {
  return Object.entries(lines).map(([name, { overlay, note }]) => ({
    name,
    ...(note === undefined ? {} : { note }),
    overlays: overlayFiles([overlay].flat(), base),
  }))
}

/** The document of a package and its options, for a command that runs in another folder. */
export function packageDocument(
  key: string,
  config: PackageConfig,
  configBase: string,
  base: string,
): { readonly file: string; readonly reading: PackageReadOptions } {
  const at = (name: string): string => slashes(path.relative(base, path.resolve(configBase, name)))
  const { overlays, lines: _, ...reading } = readOptionsOf(config, configBase)
  return {
    file: at(readablePath(key, config.spec)),
    reading: { ...reading, ...(overlays ? { overlays: overlays.map(at) } : {}) },
  }
}

/** The overlays of a configuration in order: files, and all overlays of a folder. */
function overlayFiles(named: readonly string[], base: string): string[] {
  return named.flatMap((each) => {
    const folder = path.resolve(base, each)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [each]
    const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return inside
      .map((name) => path.posix.join(slashes(each), slashes(name)))
      .filter((name) => /\.(?:ya?ml|json)$/i.test(name))
      .sort()
  })
}

function slashes(name: string): string {
  return name.split(path.sep).join('/')
}
