import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkPackageName } from '../config/check.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { placesOf } from '../diagnostics/print.js'
import { stringLiteral } from '../emit/typescript/text.js'
import { isDictionary } from '../load/node.js'
import { readModel } from '../read.js'
import { createConsole, showDiagnostics } from './console.js'
import { readArguments, UsageError } from './usage.js'

interface FirstPackage {
  readonly spec: string
  readonly out: string
  readonly name: string
}

export async function initCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    out: { type: 'string' },
    name: { type: 'string' },
  })
  const [spec, ...others] = positionals
  if (spec === undefined || others.length > 0) throw new UsageError('init takes one document.')
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const cwd = process.cwd()
  const { document, model, diagnostics } = await readModel(spec, cwd)
  showDiagnostics(diagnostics, placesOf(document), flags)
  if (!model) return 1
  const name = values.name ?? slug(model.title)
  checkPackageName(name, '--name')
  const key = name.replace(/^@[^/]+\//, '')
  const config: FirstPackage = { spec, out: values.out ?? `packages/${key}`, name }
  const file = await addToConfig(cwd, key, config)
  const out = createConsole(flags)
  if (flags.json) out.result(JSON.stringify({ config: file, name: key, package: config }))
  out.note(`Wrote ${path.basename(file)}. Next: npx tagwire generate`)
  return 0
}

function slug(title: string): string {
  const words = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '') || 'client'
}

/** A configuration in JSON can be added to; one in TypeScript belongs to its author. */
async function addToConfig(cwd: string, key: string, config: FirstPackage): Promise<string> {
  const json = path.join(cwd, 'tagwire.config.json')
  if (existsSync(json)) {
    const known: unknown = JSON.parse(await readFile(json, 'utf8'))
    const packages = isDictionary(known) && isDictionary(known.packages) ? known.packages : {}
    if (Object.hasOwn(packages, key)) throw exists(`${path.basename(json)} already has ${key}`)
    const next = { packages: { ...packages, [key]: config } }
    await writeFile(json, `${JSON.stringify(next, undefined, 2)}\n`)
    return json
  }
  const file = path.join(cwd, 'tagwire.config.ts')
  if (existsSync(file)) throw exists('tagwire.config.ts is already there')
  await writeFile(file, configText(key, config))
  return file
}

function exists(message: string): Fault {
  return new Fault({
    code: 'TW7001',
    severity: 'error',
    message,
    help: 'Add the package to `packages` by hand.',
  })
}

function configText(key: string, { spec, out, name }: FirstPackage): string {
  return `import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
    ${stringLiteral(key)}: {
      spec: ${stringLiteral(spec)},
      out: ${stringLiteral(out)},
      name: ${stringLiteral(name)},
    },
  },
})
`
}
