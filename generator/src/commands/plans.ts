import path from 'node:path'
import { checkPackageName, type LoadedConfig, loadConfig } from '../config/config.js'
import { UsageError } from './usage.js'

export interface PlanRequest {
  readonly names: readonly string[]
  readonly config?: string | undefined
  readonly strict?: boolean | undefined
  readonly 'allow-remote'?: boolean | undefined
  readonly spec?: string | undefined
  readonly out?: string | undefined
  readonly name?: string | undefined
}

/** The packages a command line speaks of. */
export async function configFor(request: PlanRequest, cwd: string): Promise<LoadedConfig> {
  const { spec, out, names } = request
  if (spec === undefined && out === undefined && request.name === undefined) {
    return selected(await loadConfig(cwd, request.config), names)
  }
  if (spec === undefined || out === undefined) {
    throw new UsageError('Without a configuration, --spec and --out belong together.')
  }
  if (out.trim() === '') throw new UsageError('--out needs a folder.')
  if (names.length > 0) throw new UsageError(`--spec and the name ${names[0]} do not go together.`)
  const name = request.name ?? packageNameFor(out)
  checkPackageName(name, '--name')
  return { base: cwd, packages: { [name]: { spec, out, name } } }
}

function packageNameFor(out: string): string {
  const name = path.basename(path.resolve(out)).toLowerCase()
  return name.replace(/[^a-z0-9._~-]+/g, '-').replace(/^[-._]+/, '') || 'client'
}

function selected(config: LoadedConfig, names: readonly string[]): LoadedConfig {
  if (names.length === 0) return config
  const known = Object.keys(config.packages)
  const stranger = names.find((name) => !known.includes(name))
  if (stranger !== undefined) {
    throw new UsageError(
      `There is no package "${stranger}"; the configuration has ${known.join(', ')}.`,
    )
  }
  const packages = Object.entries(config.packages).filter(([name]) => names.includes(name))
  return { ...config, packages: Object.fromEntries(packages) }
}
