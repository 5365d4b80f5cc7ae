import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { checkPackageName } from '../../config/check-options.js'
import { checkOutputFits, isFilePath } from '../../config/check-output.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import { findingOf } from '../../diagnostics/finding.js'
import { locatorOf } from '../../diagnostics/print.js'
import { objectKey, stringLiteral } from '../../emit/typescript/text.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import { writeText } from '../../output/folder.js'
import { isElsewhere, writeCopy } from '../../pipeline/committed-copy.js'
import { readNamedSpec } from '../../pipeline/read-named-spec.js'
import { packageAround } from '../../pipeline/surroundings/inside-package.js'
import { withoutAccents } from '../../pipeline/surroundings/output-options.js'
import { packageFolderIn, workspaceAround } from '../../pipeline/surroundings/workspace.js'
import { readArguments, readingOf, UsageError } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { commandLine } from '../next-steps.js'

interface FirstPackage {
  readonly spec: string
  readonly out: string
  readonly output?: 'one-file'
  /** The client of a single file is called after the file, if it has no name. */
  readonly name?: string
}

export async function initCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.init.flags)
  const [spec, ...others] = positionals
  if (spec === undefined || others.length > 0) throw new UsageError('init requires one document.')
  if (values.out?.trim() === '')
    throw new UsageError('--out requires a folder, or a file that ends in .ts.')
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const cwd = host.cwd
  const { document, model, diagnostics } = await readNamedSpec(spec, cwd, readingOf(values))
  const locator = locatorOf(document)
  const out = createConsole(host, flags)
  showDiagnostics(host, diagnostics, locator, flags)
  const found = diagnostics.map((each) => findingOf(each, locator))
  if (!model) {
    if (flags.json) out.result(JSON.stringify({ diagnostics: found }, undefined, 2))
    return 1
  }
  const name = values.name ?? `@${scopeAround(cwd)}/${slug(model.title)}`
  checkPackageName(name, '--name')
  const key = name.replace(/^@[^/]+\//, '')
  const file = configFile(cwd, values.config)
  // Paths in a configuration are relative to it, on a command line to the working directory.
  const fromConfig = (target: string): string =>
    path.relative(path.dirname(file), path.resolve(cwd, target)).split(path.sep).join('/')
  const isOneFile = isFilePath(values.out ?? '')
  const config: FirstPackage = {
    spec: isElsewhere(spec) ? spec : fromConfig(spec),
    out:
      values.out === undefined ? proposedFolder(path.dirname(file), key) : fromConfig(values.out),
    ...(isOneFile ? { output: 'one-file' } : {}),
    ...(isOneFile && values.name === undefined ? {} : { name }),
  }
  checkOutputFits(config, { labelOf: (option) => `--${option}` })
  const text = await withPackage(file, key, config)
  if (isElsewhere(spec)) await writeCopy(path.dirname(file), key, spec, document)
  await writeText(file, text)
  const made = { config: file, name: key, package: config, diagnostics: found }
  if (flags.json) out.result(JSON.stringify(made, undefined, 2))
  const flag = values.config === undefined ? '' : ` --config ${values.config}`
  const next = commandLine(host, `generate${flag}`)
  out.note(`Wrote ${path.relative(cwd, file)}. Next: ${next}`)
  return 0
}

/**
 * A name without a scope could belong to someone else, or be published by mistake, so the scope is that of
 * the surrounding project, or its name.
 */
function scopeAround(folder: string): string {
  const around = packageAround(folder)
  const name = around === undefined ? undefined : nameIn(path.join(around, 'package.json'))
  const [, scope] = /^@([^/]+)\//.exec(name ?? '') ?? []
  return scope ?? slug(name ?? path.basename(around ?? folder))
}

/** A folder that the workspace counts among its packages. */
function proposedFolder(base: string, key: string): string {
  const root = workspaceAround(base)
  if (root === undefined) return `packages/${key}`
  const folder = path.join(root, packageFolderIn(root, key))
  return path.relative(base, folder).split(path.sep).join('/')
}

function nameIn(file: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const name = isDictionary(manifest) ? manifest.name : undefined
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

function slug(title: string): string {
  const words = withoutAccents(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '') || 'client'
}

function configFile(cwd: string, named: string | undefined): string {
  if (named === undefined) {
    const json = path.join(cwd, 'tagwire.config.json')
    return existsSync(json) ? json : path.join(cwd, 'tagwire.config.ts')
  }
  if (!/\.(?:ts|js|mjs|json)$/.test(named)) {
    throw new UsageError('--config must be a .ts, .js, .mjs or .json file.')
  }
  return path.resolve(cwd, named)
}

/** A JSON configuration can be extended; one in TypeScript is never modified. */
async function withPackage(file: string, key: string, config: FirstPackage): Promise<string> {
  const name = path.basename(file)
  if (!file.endsWith('.json')) {
    if (existsSync(file)) throw exists(`${name} already exists`)
    return configText(key, config)
  }
  const known = existsSync(file) ? await readConfig(file) : { packages: {} }
  const packages = isDictionary(known.packages) ? known.packages : {}
  if (Object.hasOwn(packages, key)) throw exists(`${name} already has ${key}`)
  const next = { ...known, packages: { ...packages, [key]: config } }
  return `${JSON.stringify(next, undefined, 2)}\n`
}

async function readConfig(file: string): Promise<Dictionary> {
  const text = await readFile(file, 'utf8')
  try {
    const known: unknown = JSON.parse(text)
    if (isDictionary(known)) return known
  } catch {
    // Reported below.
  }
  throw exists(`${path.basename(file)} is not a configuration in JSON`)
}

function exists(message: string): Fault {
  return new Fault({
    code: 'TW7001',
    severity: 'error',
    message,
    help: 'Add the package to `packages` by hand.',
  })
}

function configText(key: string, config: FirstPackage): string {
  const options = Object.entries(config).map(
    ([option, value]) => `      ${option}: ${stringLiteral(value)},\n`,
  )
  return `import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
    ${objectKey(key)}: {
${options.join('')}    },
  },
})
`
}
