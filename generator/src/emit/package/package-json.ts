import type { ImportExtension } from '../../model/import-extension.js'
import type { PackageView } from '../../view/package-view.js'
import type { EmittedFile } from '../generated-file.js'
import { byName } from '../typescript/imports.js'
import { lineText } from '../typescript/text.js'

export interface PackageFacts {
  readonly isPrivate?: boolean
  /** Absent unless configured, because the owner of the package decides. */
  readonly license?: string
  readonly author?: string
  /** Entry points other than the main one: `schema` for `./schema`, and `0.40/index` for `./0.40`, a line. */
  readonly entries: readonly string[]
  /** Pages of custom emitters: `AGENTS.md`, `docs/types/Asset.md`. */
  readonly pages?: readonly string[]
  /** Packages that modules of custom emitters import. */
  readonly peers?: Readonly<Record<string, string>>
  readonly inlinesRuntime: boolean
}

/** Versions of the dependencies of generated packages, which are tested together. */
export const OPENAPI_FETCH = '~0.17.0'
const TYPESCRIPT = '^5.9.3'

export function emitPackageJson(view: PackageView, facts: PackageFacts): EmittedFile {
  const client = view.parts.has('client') || view.model.operations.length === 0
  const { pages = [] } = facts
  const dependencies = {
    ...(facts.inlinesRuntime ? {} : { '@tagwire/runtime': view.runtime }),
  }
  // The mock imports it if it is installed.
  const world = view.parts.has('mock') && view.model.world ? view.worldPackage : undefined
  // Only who imports `./http` needs openapi-fetch.
  const optional = {
    ...(facts.entries.includes('http') ? { 'openapi-fetch': OPENAPI_FETCH } : {}),
    ...(world === undefined ? {} : { [world]: '*' }),
  }
  const peers = { ...facts.peers, ...optional }
  const pageFolders = [...new Set(pages.map((path) => path.replace(/\/.*$/, '')))]
  const folders = new Set(facts.entries.map((name) => name.replace(/\/.*$/, '')))
  const keywords = (view.model.extensions.keywords ?? []).map(lineText)
  const manifest = {
    name: view.name,
    version: view.version,
    ...(facts.isPrivate ? { private: true } : {}),
    description: `${lineText(view.model.title)}: ${client ? 'types, guards and client' : 'types and guards'}.`,
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(facts.license ? { license: facts.license } : {}),
    ...(facts.author ? { author: facts.author } : {}),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    // `main`, `types` and a folder for each entry are for tools that do not read `exports`.
    main: './dist/index.js',
    types: './dist/index.d.ts',
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(facts.entries.map((name) => [`./${importName(name)}`, entry(name)])),
      './package.json': './package.json',
    },
    files: ['dist', 'src', 'generation.json', ...folders, ...pageFolders.sort(byName)],
    scripts: { build: 'tsc -p tsconfig.json' },
    ...(Object.keys(dependencies).length > 0 ? { dependencies } : {}),
    ...(Object.keys(peers).length > 0 ? { peerDependencies: peers } : {}),
    ...(Object.keys(optional).length > 0 ? { peerDependenciesMeta: optionalPeers(optional) } : {}),
    // What its own build needs, also of what only some of its users install.
    devDependencies: { ...optional, typescript: TYPESCRIPT },
  }
  return { path: 'package.json', text: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

function optionalPeers(ranges: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.keys(ranges).map((name) => [name, { optional: true }]))
}

function importName(entryName: string): string {
  return entryName.replace(/\/index$/, '')
}

function entry(name: string): Record<string, string> {
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

/** Only bundlers resolve modules without an extension; the compiler turns `.ts` into `.js`. */
const MODULES: Readonly<Record<ImportExtension, object>> = {
  '.js': { module: 'nodenext' },
  '': { module: 'esnext', moduleResolution: 'bundler' },
  '.ts': { module: 'nodenext', rewriteRelativeImportExtensions: true },
}

/** `validate/package.json`, for tools that do not read `exports` to find `package/validate`. */
export function emitEntryFolder(name: string): EmittedFile {
  const folder = importName(name)
  const file = `${'../'.repeat(folder.split('/').length)}dist/${name}`
  const manifest = { type: 'module', main: `${file}.js`, types: `${file}.d.ts` }
  return { path: `${folder}/package.json`, text: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

export function emitTsconfig(extension: ImportExtension): EmittedFile {
  const config = {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
      ...MODULES[extension],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      rootDir: 'src',
      outDir: 'dist',
      types: [],
    },
    include: ['src'],
  }
  return { path: 'tsconfig.json', text: `${JSON.stringify(config, undefined, 2)}\n` }
}
