import path from 'node:path'
import {
  checkDates,
  checkImportExtension,
  checkPackageName,
  checkRuntime,
  checkServer,
  checkTogether,
} from '../config/check-options.js'
import { checkOutputFits, isFilePath } from '../config/check-output.js'
import { type LoadedConfig, loadConfig } from '../config/config.js'
import type { EmitterName, PackageConfig } from '../config/options.js'
import type { ImportExtension } from '../model/import-extension.js'
import {
  isEmitterName,
  isPart,
  PARTS,
  PARTS_OF_ONE_FILE,
  type Part,
} from '../model/package-parts.js'
import { refuseSharedCopies } from '../pipeline/committed-copy.js'
import { packageNameFor } from '../pipeline/surroundings/output-options.js'
import { didYouMean, UsageError } from './command-line.js'

export interface PlanRequest {
  readonly names: readonly string[]
  readonly config?: string | undefined
  readonly strict?: boolean | undefined
  readonly 'allow-remote'?: boolean | undefined
  readonly spec?: string | undefined
  readonly out?: string | undefined
  readonly name?: string | undefined
  readonly emit?: string | undefined
  readonly server?: string | undefined
  readonly runtime?: string | undefined
  readonly 'import-extension'?: string | undefined
  readonly dates?: string | undefined
  readonly readonly?: boolean | undefined
  readonly prune?: boolean | undefined
  readonly unformatted?: boolean | undefined
  readonly jobs?: string | undefined
}

/** The packages that a command line selects. */
export async function configFor(request: PlanRequest, cwd: string): Promise<LoadedConfig> {
  const { spec, out, names, name, emit, server, runtime, dates, readonly } = request
  const extension = request['import-extension']
  const own = [spec, out, name, emit, server, runtime, extension, dates, readonly]
  if (own.every((option) => option === undefined)) {
    const config = await loadConfig(cwd, request.config)
    refuseSharedCopies(config.packages)
    return selected(config, names)
  }
  if (spec === undefined || out === undefined) {
    throw new UsageError('--spec and --out are required without a configuration.')
  }
  if (out.trim() === '')
    throw new UsageError('--out requires a folder, or a file that ends in .ts.')
  if (names.length > 0)
    throw new UsageError(`--spec and the package name ${names[0]} cannot be combined.`)
  if (name !== undefined) checkPackageName(name, '--name')
  if (server !== undefined) checkServer(server, '--server')
  const parts = emit === undefined ? undefined : emitIn(emit)
  const isOneFile = isFilePath(out)
  const usual = isOneFile ? PARTS_OF_ONE_FILE : undefined
  const config: PackageConfig = {
    spec,
    out,
    ...(isOneFile ? { output: 'one-file' } : {}),
    ...(name === undefined ? {} : { name }),
    ...(parts === undefined ? {} : { emit: parts }),
    ...(server === undefined ? {} : { server }),
    ...(runtime === undefined ? {} : { runtime: checkRuntime(runtime, '--runtime') }),
    ...(dates === undefined ? {} : { dates: checkDates(dates, parts ?? usual, '--dates') }),
    ...(readonly === undefined ? {} : { readonly }),
    ...(extension === undefined ? {} : { importExtension: extensionIn(extension) }),
  }
  checkOutputFits(config, { labelOf: flagOf })
  const key = name ?? packageNameFor(path.resolve(cwd, out).replace(/\.ts$/, ''))
  return { base: cwd, packages: { [key]: config } }
}

/** `importExtension` is `--import-extension` on a command line. */
function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** `--emit client,./query.emitter.ts`: parts and emitters; `--emit none` only emits types. */
function emitIn(list: string): readonly (Part | EmitterName)[] {
  const words = list.split(',').map((word) => word.trim())
  if (words.length === 1 && words[0] === 'none') return []
  const unknown = words.find((word) => !isPart(word) && !isEmitterName(word))
  if (unknown !== undefined) {
    throw new UsageError(
      `--emit takes ${PARTS.join(', ')}, none, or emitters such as ./query.emitter.ts and @acme/tagwire-query, not "${unknown}".${didYouMean(unknown, PARTS)}`,
    )
  }
  checkTogether(words.filter(isPart), '--emit')
  return words.filter((word): word is Part | EmitterName => isPart(word) || isEmitterName(word))
}

/** `none` is easier to type than an empty string. */
function extensionIn(word: string): ImportExtension {
  return checkImportExtension(word === 'none' ? '' : word, '--import-extension')
}

function selected(config: LoadedConfig, names: readonly string[]): LoadedConfig {
  if (names.length === 0) return config
  const known = Object.keys(config.packages)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(
      `Unknown package "${unknown}"; the configuration has ${known.join(', ')}.${didYouMean(unknown, known)}`,
    )
  }
  const packages = Object.entries(config.packages).filter(([name]) => names.includes(name))
  return { ...config, packages: Object.fromEntries(packages) }
}
