import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasConfig, type LoadedConfig, loadConfig } from '../config/config.js'
import type { PackageConfig } from '../config/options.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { redactSpec } from './redact-spec.js'

/** What the configuration says about changes of a document. */
export interface DiffSettings {
  readonly settings: Pick<PackageConfig, 'policy' | 'acceptedBreaks'>
  /** Why there are none although there is a configuration. */
  readonly note?: string
}

/**
 * The settings of the package whose document is compared: named as `package:NAME`, or the file that a package of the
 * configuration is generated from. The new document decides, then the old one.
 */
export async function diffSettings(
  old: string,
  now: string,
  cwd: string,
  named?: string,
): Promise<DiffSettings> {
  const loaded = await configAround(cwd, named)
  if (!loaded || 'note' in loaded) return { settings: {}, ...loaded }
  const { config } = loaded
  const keys = [now, old].map((each) => packagesOf(each, cwd, config)).find((each) => each.length)
  const all = Object.keys(config.packages)
  // Whoever names a configuration of one package means that package.
  const [key, ...others] = keys ?? (named !== undefined && all.length === 1 ? all : [])
  if (key === undefined) {
    if (named === undefined) return { settings: {} }
    const shown = redactSpec(now)
    return {
      settings: {},
      note: `No package of ${named} has ${shown}, so its policy is not used. Name one as package:NAME.`,
    }
  }
  const settings = settingsOf(config, key)
  const isSame = (other: string): boolean =>
    JSON.stringify(settingsOf(config, other)) === JSON.stringify(settings)
  if (others.every(isSame)) return { settings }
  return {
    settings: {},
    note: `The packages ${[key, ...others].join(', ')} have this document and different policies, so none is used. Name one as package:NAME.`,
  }
}

function settingsOf(config: LoadedConfig, key: string): DiffSettings['settings'] {
  const { policy, acceptedBreaks } = config.packages[key] ?? {}
  return { ...(policy ? { policy } : {}), ...(acceptedBreaks ? { acceptedBreaks } : {}) }
}

/** A comparison of two files does not need a configuration, so one that does not load does not stop it. */
async function configAround(
  cwd: string,
  named: string | undefined,
): Promise<{ readonly config: LoadedConfig } | { readonly note: string } | undefined> {
  if (named === undefined && !hasConfig(cwd)) return undefined
  try {
    return { config: await loadConfig(cwd, named) }
  } catch (error) {
    if (named !== undefined || !(error instanceof Fault)) throw error
    const [first] = error.diagnostics
    return { note: `No policy is used: ${first?.message ?? error.message}.` }
  }
}

/** The keys of the packages that a document belongs to. */
function packagesOf(spec: string, cwd: string, { packages, base }: LoadedConfig): string[] {
  const [, name] = /^(?:git:[^:]+:)?package:(.+)$/s.exec(spec) ?? []
  if (name !== undefined) return Object.hasOwn(packages, name) ? [name] : []
  const location = locationOf(spec, cwd)
  return Object.entries(packages).flatMap(([key, each]) =>
    locationOf(each.spec, base) === location ? [key] : [],
  )
}

/** A file of a commit is the document of a package that has it in the working tree. */
function locationOf(spec: string, base: string): string {
  if (/^https?:/i.test(spec)) return spec
  const [, file] = /^git:[^:]+:(.+)$/s.exec(spec) ?? []
  if (file === undefined) return path.resolve(base, spec)
  return path.resolve(/^\.\.?\//.test(file) ? base : repositoryAround(base), file)
}

function repositoryAround(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at
    if (at === path.dirname(at)) return folder
  }
}
