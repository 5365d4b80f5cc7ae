import path from 'node:path'
import { isNewPackageName, isPackageName } from '../../config/check-options.js'
import type { PackageConfig } from '../../config/options.js'
import { PARTS, PARTS_OF_ONE_FILE, type Part } from '../../model/package-parts.js'
import type { OutputOptions } from '../generate-package.js'
import { runtimeRange } from '../tool-version.js'
import { isAmongPrivate, isInsidePackage } from './inside-package.js'
import { manifestIn } from './workspace.js'

/** The options of a configuration about the package itself, not its document. */
export function outputOptionsOf(
  config: PackageConfig,
  folder: string,
  base: string,
): Omit<OutputOptions, 'importExtension'> {
  const inlinesRuntime = config.runtime === 'inline'
  const oneFile = fileOf(config)
  const usual = (part: Part): boolean =>
    oneFile === undefined ? !(inlinesRuntime && needsMore(part)) : PARTS_OF_ONE_FILE.includes(part)
  const known = oneFile === undefined ? nameIn(folder) : undefined
  return {
    name: config.name ?? known ?? packageNameFor(oneFile?.replace(/\.ts$/, '') ?? folder),
    ...(oneFile === undefined ? {} : { oneFile }),
    ...(config.names?.client === undefined ? {} : { clientName: config.names.client }),
    version: versionOf(folder),
    runtime: runtimeRange(folder, base),
    ...(isPrivate(config, folder) ? { isPrivate: true } : {}),
    ...(config.license ? { license: config.license } : {}),
    ...(config.author ? { author: config.author } : {}),
    ...(config.world === undefined ? {} : { worldPackage: config.world }),
    ...(config.site === undefined ? {} : { site: config.site }),
    ...(config.server === undefined ? {} : { server: config.server }),
    ...(config.dates === undefined ? {} : { dates: config.dates }),
    ...(config.readonly === undefined ? {} : { isReadonly: config.readonly }),
    ...(config.enumObjects === undefined ? {} : { hasEnumObjects: config.enumObjects }),
    parts: PARTS.filter((part) => config.emit?.includes(part) ?? usual(part)),
    inlinesRuntime,
  }
}

/** The name of the file, if everything is written to one. */
function fileOf({ output, out }: PackageConfig): string | undefined {
  return output === 'one-file' ? path.basename(out) : undefined
}

/** The content of a new package.json. */
function isPrivate(config: PackageConfig, folder: string): boolean {
  return !isInsidePackage(folder, config.name) && (config.private ?? isAmongPrivate(folder))
}

/** Parts that import a third-party package, which has to be installed. */
function needsMore(part: Part): boolean {
  return part === 'schema'
}

/** A folder's name, made valid for npm. */
export function packageNameFor(folder: string): string {
  const text = withoutAccents(path.basename(folder)).toLowerCase()
  const name = text.replace(/[^a-z0-9._-]+/g, '-').replace(/^[-._]+/, '') || 'client'
  return isNewPackageName(name) ? name : `${name}-client`
}

/** `Über` becomes `Uber`: npm names only allow the letters a to z. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** The name in an existing package.json, which its maintainers may have written. */
function nameIn(folder: string): string | undefined {
  const name = manifestIn(folder)?.name
  return typeof name === 'string' && isPackageName(name) ? name : undefined
}

/** The version belongs to the maintainers, who raise it between runs. */
function versionOf(folder: string): string {
  const version = manifestIn(folder)?.version
  return typeof version === 'string' ? version : '0.0.0'
}
