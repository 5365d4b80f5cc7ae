import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ImportExtension } from '../../model/import-extension.js'
import { isDictionary } from '../../source/node.js'
import { packageAround } from './inside-package.js'

export interface GuessedExtension {
  readonly extension: ImportExtension
  /** What was decisive, for people to read. */
  readonly because: string
}

/** How the app around a folder imports its own modules. */
export function guessImportExtension(folder: string): GuessedExtension {
  const app = packageAround(folder) ?? folder
  const deno = ['deno.json', 'deno.jsonc'].find((name) => existsSync(path.join(app, name)))
  if (deno !== undefined) return { extension: '.ts', because: deno }
  const options = compilerOptionsOf(app)
  if (options) {
    const { module, moduleResolution = '', rewriteRelativeImportExtensions: rewrites } = options
    if (rewrites === true) {
      return { extension: '.ts', because: 'rewriteRelativeImportExtensions in tsconfig.json' }
    }
    const resolution = NODE.test(String(moduleResolution)) ? moduleResolution : module
    if (NODE.test(String(resolution))) {
      return { extension: '.js', because: `${String(resolution)} in tsconfig.json` }
    }
  }
  const bundler = bundlerOf(app)
  if (bundler !== undefined) return { extension: '', because: `${bundler} in package.json` }
  if (options) return { extension: '', because: 'tsconfig.json' }
  return { extension: '.js', because: 'no tsconfig.json and no bundler' }
}

/** How Node resolves ESM: with extensions. `node10` is what came before. */
const NODE = /^node(?:next|1[6-9]|[2-9]\d)$/i

const BUNDLERS = [
  ...['next', 'vite', 'nuxt', '@sveltejs/kit', '@angular/core', '@react-router/dev', 'astro'],
  ...['expo', 'react-native', '@rspack/core', 'webpack', 'parcel', 'esbuild', 'rollup'],
  ...['vitest', 'ts-jest', 'jest'],
]

function bundlerOf(app: string): string | undefined {
  const manifest = parse(textOf(path.join(app, 'package.json')))
  const listed = [manifest?.dependencies, manifest?.devDependencies].filter(isDictionary)
  return BUNDLERS.find((name) => listed.some((names) => Object.hasOwn(names, name)))
}

type Options = Readonly<Record<string, unknown>>

/** The options of the app's tsconfig.json, with what it extends; of its first reference where it has no files. */
function compilerOptionsOf(app: string): Options | undefined {
  return optionsIn(path.join(app, 'tsconfig.json'), 8)
}

function optionsIn(file: string, depth: number): Options | undefined {
  const config = depth > 0 ? parse(textOf(file)) : undefined
  if (!config) return undefined
  const bases = [config.extends].flat().filter((each) => typeof each === 'string')
  const own = isDictionary(config.compilerOptions) ? config.compilerOptions : {}
  const inherited = bases.map((each) => optionsIn(extendedFile(each, file), depth - 1) ?? {})
  const options = Object.assign({}, ...inherited, own)
  if (options.module !== undefined || options.moduleResolution !== undefined) return options
  const [reference] = Array.isArray(config.references) ? config.references : []
  if (!isDictionary(reference) || typeof reference.path !== 'string') return options
  const target = path.resolve(path.dirname(file), reference.path)
  const referred = target.endsWith('.json') ? target : path.join(target, 'tsconfig.json')
  return optionsIn(referred, depth - 1) ?? options
}

/** A path, or a file of a package in one of the folders above. */
function extendedFile(name: string, from: string): string {
  const home = path.dirname(from)
  if (name.startsWith('.') || path.isAbsolute(name)) return withJson(path.resolve(home, name))
  for (let folder = home; ; folder = path.dirname(folder)) {
    const target = path.join(folder, 'node_modules', name)
    if (isFile(target) || isFile(withJson(target))) return withJson(target)
    if (isFile(path.join(target, 'tsconfig.json'))) return path.join(target, 'tsconfig.json')
    if (folder === path.dirname(folder)) return target
  }
}

function withJson(file: string): string {
  return isFile(file) || file.endsWith('.json') ? file : `${file}.json`
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

function textOf(file: string): string {
  return isFile(file) ? readFileSync(file, 'utf8') : ''
}

/** JSON as tsconfig.json has it: with comments, and commas behind the last member. */
function parse(text: string): Options | undefined {
  const plain = text
    .replace(
      /("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g,
      (_, string: string | undefined) => string ?? '',
    )
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '')
  try {
    const value: unknown = JSON.parse(plain)
    return isDictionary(value) ? value : undefined
  } catch {
    return undefined
  }
}
