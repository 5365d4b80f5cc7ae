import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ImportExtension } from '../../model/import-extension.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import { packageAround } from './inside-package.js'
import { type CompilerOptions, compilerOptionsFor } from './read-tsconfig.js'
import { manifestIn, workspaceAround } from './workspace.js'

export interface GuessedExtension {
  readonly extension: ImportExtension
  /** The setting that decided it, to show to the user. */
  readonly because: string
}

/** How the modules of the surrounding app import each other. */
export function guessImportExtension(folder: string): GuessedExtension {
  const app = packageAround(folder) ?? folder
  const deno = ['deno.json', 'deno.jsonc'].find((name) => existsSync(path.join(app, name)))
  if (deno !== undefined) return { extension: '.ts', because: deno }
  const manifest = manifestIn(app)
  const file = tsconfigAround(folder, workspaceAround(app) ?? app)
  const options = file === undefined ? undefined : compilerOptionsFor(folder, file)
  const name = file === undefined ? '' : path.relative(app, file).split(path.sep).join('/')
  if (options) {
    if (options.rewriteRelativeImportExtensions === true) {
      return { extension: '.ts', because: `rewriteRelativeImportExtensions in ${name}` }
    }
    const resolution = nodeResolutionOf(options)
    if (resolution !== undefined) {
      const because = `${resolution} in ${name}`
      // Node itself runs these sources, and requires the exact file name.
      if (options.allowImportingTsExtensions === true) return { extension: '.ts', because }
      if (manifest?.type === 'module') return { extension: '.js', because }
      // `require` resolves modules without an extension, and Jest does not resolve them in any other way.
      return { extension: '', because: `${because}, CommonJS in package.json` }
    }
  }
  const bundler = bundlerIn(manifest)
  if (bundler !== undefined) return { extension: '', because: `${bundler} in package.json` }
  if (options) return { extension: '', because: name }
  return { extension: '.js', because: 'no tsconfig.json and no bundler' }
}

/** Resolution modes that know ESM. `node10` is the older algorithm. */
const NODE = /^node(?:next|1[6-9]|[2-9]\d)$/i

function nodeResolutionOf({ module, moduleResolution }: CompilerOptions): string | undefined {
  if (/^bundler$/i.test(String(moduleResolution))) return undefined
  return [moduleResolution, module].map(String).find((each) => NODE.test(each))
}

const BUNDLERS = [
  ...['next', 'vite', 'nuxt', '@sveltejs/kit', '@angular/core', '@react-router/dev', 'astro'],
  ...['expo', 'react-native', '@rspack/core', 'webpack', 'parcel', 'esbuild', 'rollup'],
  ...['rolldown', 'tsup', 'tsdown', '@rsbuild/core', '@remix-run/dev', 'react-scripts'],
  ...['vitest', 'ts-jest', 'jest'],
]

function bundlerIn(manifest: Dictionary | undefined): string | undefined {
  const listed = [manifest?.dependencies, manifest?.devDependencies].filter(isDictionary)
  return BUNDLERS.find((name) => listed.some((names) => Object.hasOwn(names, name)))
}

/**
 * The nearest tsconfig.json, as the compiler and editors find it: of the folder, of the app, or of its
 * workspace.
 */
function tsconfigAround(folder: string, top: string): string | undefined {
  const file = path.join(folder, 'tsconfig.json')
  if (existsSync(file)) return file
  return folder === top || folder === path.dirname(folder)
    ? undefined
    : tsconfigAround(path.dirname(folder), top)
}
