import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { locatorOf, printDiagnostic } from '../../generator/src/diagnostics/print.js'
import type { Part } from '../../generator/src/model/package-parts.js'
import {
  type GeneratedFiles,
  type GenerateOptions,
  generatePackage,
  type OutputOptions,
} from '../../generator/src/pipeline/generate-package.js'

export const goldenFolder: string = fileURLToPath(new URL('.', import.meta.url))

/** A folder with one document and what is generated from it. */
export interface GoldenCase {
  readonly name: string
  readonly folder: string
  readonly spec: string
}

const SPECS = ['spec.yaml', 'spec.json', 'spec.txt', 'openapi.yaml', 'openrpc.yaml']

export const goldenCases: readonly GoldenCase[] = readdirSync(goldenFolder)
  .map((name) => ({ name, folder: path.join(goldenFolder, name) }))
  .filter(({ folder }) => statSync(folder).isDirectory())
  .map(({ name, folder }) => ({ name, folder, spec: specIn(folder) }))

function specIn(folder: string): string {
  const found = readdirSync(folder).filter((file) => SPECS.includes(file))
  const [spec, ...others] = found
  if (spec === undefined || others.length > 0) throw new Error(`${folder} needs one document`)
  return spec
}

/** Cases that depend on a configuration, not on the document. */
const OPTIONS: Readonly<Record<string, Partial<OutputOptions>>> = {
  dates: { dates: 'date' },
  'read-only': { isReadonly: true },
  'one-file': { name: 'kiosk', oneFile: 'kiosk.ts', parts: ['client'] },
  'one-file-rpc': { name: 'counter', oneFile: 'counter.ts', parts: ['client'] },
}

export async function generateCase(
  golden: GoldenCase,
  options: GenerateOptions = {},
  parts?: readonly Part[],
  given: Pick<OutputOptions, 'site'> = {},
): Promise<GeneratedFiles> {
  const identity = {
    name: `@golden/${golden.name}`,
    version: '1.2.3',
    runtime: '^1.0.0',
    license: 'MIT',
    ...(parts ? { parts } : {}),
    ...OPTIONS[golden.name],
    ...given,
  }
  return generatePackage(golden.spec, golden.folder, identity, options)
}

/** Cases about a whole package keep all of it; the others keep what their one idea shows in. */
const WHOLE_PACKAGE = new Set(['client-names', 'hostile', 'http', 'openrpc'])
const MANIFESTS = ['README.md', 'package.json']
const DATA = ['src/types.ts', 'src/unions.ts', 'src/enums.ts']
const CLIENT = ['inputs', 'operations', 'client', 'schema'].map((name) => `src/${name}.ts`)
const KEPT: Readonly<Record<string, readonly string[]>> = {
  decoded: ['src/decode.ts'],
  dates: [...CLIENT, 'src/decode.ts'],
  pages: ['src/inputs.ts', 'src/operations.ts', 'src/client.ts', 'README.md'],
  'read-only': CLIENT,
  'dynamic-references': ['src/validate.ts'],
  'earlier-names': ['validate', 'request-checks', 'decode', 'schema'].map((it) => `src/${it}.ts`),
  'openapi-3.2': CLIENT,
  'openrpc-forms': ['inputs', 'methods', 'client'].map((name) => `src/${name}.ts`),
  answers: CLIENT,
  bodies: [...CLIENT, 'README.md'],
  'body-of-get': [...CLIENT, 'src/examples.ts'],
  'error-bodies': CLIENT,
  'error-bodies-many': CLIENT,
  encodings: CLIENT,
  // No example call of it can be written, so its README declares the input.
  'encodings-3.0': [...CLIENT, 'README.md'],
  'known-missing': ['src/validate.ts'],
  'multi-file': ['src/schema.ts'],
  'on-the-wire': [...CLIENT, 'src/validate.ts', 'src/request-checks.ts'],
  'own-record': ['src/schema.ts'],
  'platform-names': CLIENT,
  'platform-names-rpc': [
    'inputs',
    'methods',
    'examples',
    'samples',
    'client',
    'mock',
    'request-facts',
    'validate',
  ].map((it) => `src/${it}.ts`),
  'read-write': ['src/schema.ts', 'src/validate.ts'],
  names: CLIENT,
  parameters: CLIENT,
  'paths-alike': ['src/operations.ts'],
  'rule-constants': ['src/validate.ts'],
  rules: ['src/rules.ts'],
  'own-servers': [...CLIENT, 'README.md'],
  security: CLIENT,
  'sent-items': [...CLIENT, 'src/validate.ts'],
  'sent-names': ['src/schema.ts', 'src/validate.ts'],
  'tags-of-numbers': ['src/validate.ts'],
  'table-names': [
    ...CLIENT,
    'src/index.ts',
    'src/validate.ts',
    'src/mock.ts',
    'src/request-facts.ts',
    'src/examples.ts',
    'src/samples.ts',
  ],
  streams: CLIENT,
  subscriptions: [
    'inputs',
    'methods',
    'client',
    'validate',
    'decode',
    'mock',
    'request-facts',
    'examples',
    'samples',
  ]
    .map((it) => `src/${it}.ts`)
    .concat('README.md'),
  webhooks: ['src/webhooks.ts', 'src/schema.ts'],
}

function isKept(name: string, file: string): boolean {
  if (!file.includes('/')) return OPTIONS[name]?.oneFile === file || isKeptOfPackage(name, file)
  return isKeptOfPackage(name, file)
}

function isKeptOfPackage(name: string, file: string): boolean {
  if (WHOLE_PACKAGE.has(name)) return file.startsWith('src/') || MANIFESTS.includes(file)
  return DATA.includes(file) || (KEPT[name] ?? []).includes(file)
}

/** The generated files of a case, by path below its folder. */
export function filesOf(golden: GoldenCase, made: GeneratedFiles): ReadonlyMap<string, string> {
  const kept = (made.files ?? []).filter((file) => isKept(golden.name, file.path))
  const files = new Map(
    kept.map((file) =>
      file.path === OPTIONS[golden.name]?.oneFile
        ? [`expected/${file.path}.txt`, firstPart(file.text)]
        : [`expected/${file.path}`, file.text],
    ),
  )
  const printed = diagnosticsOf(made)
  if (printed !== '') files.set('diagnostics.txt', printed)
  return files
}

/**
 * What a single file has of its document, and the names of what follows: those are the runtime's own modules, which change
 * with it. `test/packages/one-file.test.ts` compiles and runs all of it.
 */
function firstPart(text: string): string {
  const start = text.indexOf('// Of @tagwire/runtime')
  if (start < 0) throw new Error('the file has nothing of the runtime')
  const modules = text.slice(start).match(/^\/\/ \S+\/\S+\.ts$/gm) ?? []
  const end = text.indexOf('\n\n', start)
  return `${text.slice(0, end)}\n\n${modules.join('\n')}\n`
}

function diagnosticsOf(made: GeneratedFiles): string {
  const locator = locatorOf(made.document)
  return made.diagnostics
    .map((each) => `${printDiagnostic(each, locator, { color: false })}\n`)
    .join('\n')
}

/** The expected files of a case on disk. */
export async function storedFiles(golden: GoldenCase): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(golden.folder, { recursive: true })
  const kept = names
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name === 'diagnostics.txt' || /^expected\/.*\.\w+$/.test(name))
    .sort()
  const texts = await Promise.all(
    kept.map((name) => readFile(path.join(golden.folder, name), 'utf8')),
  )
  return new Map(kept.map((name, index) => [name, texts[index] ?? '']))
}

export async function storeFiles(
  golden: GoldenCase,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  await rm(path.join(golden.folder, 'expected'), { recursive: true, force: true })
  await rm(path.join(golden.folder, 'diagnostics.txt'), { force: true })
  for (const [name, text] of files) {
    const file = path.join(golden.folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

const IN_COMMON = ['types.ts', 'unions.ts', 'enums.ts'].map((name) => `src/${name}`)

/** What the parts of a package have in common. */
export function inCommon({ files = [] }: GeneratedFiles): ReadonlyMap<string, string> {
  const kept = files.filter(({ path }) => IN_COMMON.includes(path))
  return new Map(kept.map(({ path, text }) => [path, text]))
}

/** Every expected module of every case, as `case/expected/src/file.ts`. */
export function expectedModules(): string[] {
  return goldenCases.flatMap(({ name, folder }) => {
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return all
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => file.startsWith('expected/') && file.endsWith('.ts'))
      .map((file) => `${name}/${file}`)
  })
}
