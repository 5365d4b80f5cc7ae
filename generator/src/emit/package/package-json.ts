import type { EmittedFile, PackageView } from '../package-view.js'
import { texts } from '../words.js'

export interface PackageFacts {
  /** Whose package it is decides that: nothing is said where the configuration says nothing. */
  readonly license?: string
  readonly author?: string
  /** Entry points beside the main one: `./schema` → `schema`. */
  readonly entries: readonly string[]
  /** What modules of the user's emitters import. */
  readonly peers?: Readonly<Record<string, string>>
}

/** Versions of what generated packages depend on; tested together, so stated here together. */
const OPENAPI_FETCH = '~0.16.0'

export function emitPackageJson(view: PackageView, facts: PackageFacts): EmittedFile {
  const client = view.parts.has('client') || view.model.operations.length === 0
  const { peers = {} } = facts
  const keywords = texts(view.model.words.keywords)
  const manifest = {
    name: view.name,
    version: view.version,
    description: `${view.model.title}: ${client ? 'types, guards and client' : 'types and guards'}.`,
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(facts.license ? { license: facts.license } : {}),
    ...(facts.author ? { author: facts.author } : {}),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': entry('index'),
      ...Object.fromEntries(facts.entries.map((name) => [`./${name}`, entry(name)])),
      './package.json': './package.json',
    },
    files: ['dist', 'src'],
    scripts: { build: 'tsc -p tsconfig.json' },
    dependencies: {
      '@tagwire/runtime': view.runtime,
      ...(view.parts.has('schema') && client ? { 'openapi-fetch': OPENAPI_FETCH } : {}),
    },
    ...(Object.keys(peers).length > 0 ? { peerDependencies: peers } : {}),
  }
  return { path: 'package.json', text: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

function entry(name: string): Record<string, string> {
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

export function emitTsconfig(): EmittedFile {
  const config = {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
      module: 'nodenext',
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
