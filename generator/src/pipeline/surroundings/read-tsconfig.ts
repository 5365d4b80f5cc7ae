import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Dictionary, isDictionary } from '../../model/json.js'

export type CompilerOptions = Dictionary

/** The maximum length of an `extends` chain. */
const DEEPEST = 8

/**
 * The compiler options for the files of a folder: those of a tsconfig.json, or of the referenced project that
 * includes them.
 */
export function compilerOptionsFor(folder: string, file: string): CompilerOptions | undefined {
  return optionsFor(folder, file, DEEPEST)
}

function optionsFor(folder: string, file: string, depth: number): CompilerOptions | undefined {
  const config = depth > 0 ? readJsonc(file) : undefined
  if (!config) return undefined
  const own = optionsIn(file, depth) ?? {}
  if (hasFiles(config) && usesNodeModules(own)) return own
  const references = referencesOf(config, file)
  const target = references.find((each) => reachesInto(each, folder)) ?? references[0]
  const referred = target === undefined ? undefined : optionsFor(folder, target, depth - 1)
  return referred && usesNodeModules(referred) ? referred : own
}

/** A list of references alone has `files: []`. */
function hasFiles({ files, include }: Dictionary): boolean {
  return !(Array.isArray(files) && files.length === 0) || include !== undefined
}

function usesNodeModules({ module, moduleResolution }: CompilerOptions): boolean {
  return module !== undefined || moduleResolution !== undefined
}

function referencesOf({ references }: Dictionary, file: string): string[] {
  const paths = (Array.isArray(references) ? references : []).flatMap((each) =>
    isDictionary(each) && typeof each.path === 'string' ? [each.path] : [],
  )
  return paths.map((each) => {
    const target = path.resolve(path.dirname(file), each)
    return target.endsWith('.json') ? target : path.join(target, 'tsconfig.json')
  })
}

/** Whether a project includes files of a folder, judged by the patterns up to their first wildcard. */
function reachesInto(file: string, folder: string): boolean {
  const config = readJsonc(file)
  if (!config) return false
  const patterns = Array.isArray(config.include) ? config.include : config.files ? [] : ['**/*']
  return patterns.some((pattern) => {
    const [start = ''] = String(pattern)
      .replace(/^\$\{configDir\}/, '.')
      .split('*')
    const root = path.resolve(path.dirname(file), start)
    return !path.relative(root, folder).startsWith('..')
  })
}

function optionsIn(file: string, depth: number): CompilerOptions | undefined {
  const config = depth > 0 ? readJsonc(file) : undefined
  if (!config) return undefined
  const bases = [config.extends].flat().filter((each) => typeof each === 'string')
  const own = isDictionary(config.compilerOptions) ? config.compilerOptions : {}
  const inherited = bases.map((each) => {
    const base = extendedFile(each, file)
    return base === undefined ? {} : (optionsIn(base, depth - 1) ?? {})
  })
  return Object.assign({}, ...inherited, own)
}

/** A path, or a file of a package, resolved like Node does. */
function extendedFile(name: string, from: string): string | undefined {
  const isPath = name.startsWith('.') || path.isAbsolute(name)
  const forms = [name, `${name}.json`, `${name}/tsconfig.json`]
  if (isPath) {
    const home = path.dirname(from)
    return forms.map((each) => path.resolve(home, each)).find((each) => isFile(each))
  }
  const { resolve } = createRequire(from)
  for (const form of forms) {
    try {
      const found = resolve(form)
      if (found.endsWith('.json')) return found
    } catch {
      // It has an unknown form, or is not installed.
    }
  }
  return undefined
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

/** JSON as in tsconfig.json: with comments and trailing commas. */
function readJsonc(file: string): Dictionary | undefined {
  const text = isFile(file) ? readFileSync(file, 'utf8') : ''
  const plain = text
    .replace(/^\uFEFF/, '')
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
