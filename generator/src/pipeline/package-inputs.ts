import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { emitterCode } from '../config/emitter-code.js'
import type { EmitterOptions, PackageConfig } from '../config/options.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { isProgram } from '../model/naming.js'
import { isEmitterName } from '../model/package-parts.js'
import type { Stored } from '../output/cache.js'
import { hashOf, toolFingerprint } from '../output/fingerprint.js'
import { readablePath } from './committed-copy.js'
import type { OutputOptions } from './generate-package.js'
import { type PackageReadOptions, readOptionsOf } from './package-read-options.js'
import {
  type GuessedExtension,
  guessImportExtension,
} from './surroundings/guess-import-extension.js'
import { isInsidePackage } from './surroundings/inside-package.js'
import { outputOptionsOf } from './surroundings/output-options.js'

/** What is known of a package before its document is read. */
export interface PackageFacts {
  readonly key: string
  /** Absolute path of the package's folder, or of the folder of a single file. */
  readonly folder: string
  /** Whether only this file of the folder is written, and nothing removed there. */
  readonly oneFile?: string
  /** The extension of imports, if the surrounding app decided it. */
  readonly guessed?: GuessedExtension
  /** Whether a new package.json has `private: true`. */
  readonly isPrivate?: boolean
  /** Whether the configuration includes a client. */
  readonly emitsClient: boolean
}

/** Everything that determines a package, except the content of its documents. */
export interface PackageInputs {
  readonly facts: PackageFacts
  readonly outputOptions: OutputOptions
  readonly reading: PackageReadOptions
  readonly spec: string
  readonly emitters: readonly string[]
  readonly emitterOptions: EmitterOptions
  readonly emitterFiles: readonly string[]
  readonly stored: Stored
  /** Whether the result may be cached, and a cached one be used. */
  readonly mayKeep: boolean
}

/** What a configuration says of a package, and whether its result may be cached. */
export function packageInputs(
  key: string,
  config: PackageConfig,
  base: string,
  { strict = false, onlyLook = false }: { readonly strict?: boolean; readonly onlyLook?: boolean },
): PackageInputs {
  const isOneFile = config.output === 'one-file'
  const target = path.resolve(base, config.out)
  const folder = isOneFile ? path.dirname(target) : target
  if (!isOneFile) refuseSharedFolder(folder)
  const sourcesOnly = isOneFile || isInsidePackage(folder, config.name)
  const guessed =
    sourcesOnly && !isOneFile && config.importExtension === undefined
      ? { guessed: guessImportExtension(folder) }
      : {}
  const outputOptions = {
    ...outputOptionsOf(config, folder, base),
    sourcesOnly,
    importExtension: config.importExtension ?? guessed.guessed?.extension ?? '.js',
  }
  const reading = readOptionsOf(config, base)
  const emitters = config.emit?.filter(isEmitterName) ?? []
  const { emitterOptions = {} } = config
  const code = emitters.map((name) => emitterCode(name, base))
  const entry = hashOf(
    toolFingerprint(),
    JSON.stringify([key, config.spec, reading, outputOptions, strict]),
    JSON.stringify([emitters, emitterOptions, code.map(({ files }) => [...files.values()])]),
  )
  const spec = readablePath(key, config.spec)
  return {
    facts: {
      ...{ key, folder, emitsClient: outputOptions.parts?.includes('client') ?? true },
      ...guessed,
      ...(outputOptions.oneFile === undefined ? {} : { oneFile: outputOptions.oneFile }),
      // One that is there already belongs to its maintainers.
      ...(outputOptions.isPrivate && !existsSync(path.join(folder, 'package.json'))
        ? { isPrivate: true }
        : {}),
    },
    outputOptions,
    reading,
    spec,
    emitters,
    emitterOptions,
    emitterFiles: code.flatMap(({ files }) => [...files.keys()]),
    stored: { base, entry, documents: [spec, ...overlaysOf(reading)] },
    // Commands that check the files on disk do not trust the cache, which others can write to. An emitter
    // that imports more than tagwire may depend on anything, so its output is never cached.
    // The same holds for names that a function gives.
    mayKeep: !onlyLook && !isProgram(config.names) && code.every(({ isClosed }) => isClosed),
  }
}

function overlaysOf({ overlays = [], lines = [] }: PackageInputs['reading']): string[] {
  return [...overlays, ...lines.flatMap((each) => each.overlays)]
}

/**
 * The root of a disk, a home folder and their parents contain all of a user's files: they are never a
 * package.
 */
function refuseSharedFolder(folder: string): void {
  const toHome = path.relative(folder, homedir())
  const isAround =
    toHome !== '..' && !toHome.startsWith(`..${path.sep}`) && !path.isAbsolute(toHome)
  if (!isAround && path.dirname(folder) !== folder) return
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${folder} cannot be the folder of a package: it contains everything else`,
    help: 'Choose a separate folder as `out`.',
  })
}
