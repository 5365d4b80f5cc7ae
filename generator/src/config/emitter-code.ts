import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The source files of an emitter. */
export interface EmitterCode {
  /** Text by absolute path. */
  readonly files: ReadonlyMap<string, string>
  /**
   * Whether they only import each other and tagwire. Then the emitter's output only depends on them and the
   * document, and can be cached. Anything else may depend on other files.
   */
  readonly isClosed: boolean
}

export function emitterCode(name: string, base: string): EmitterCode {
  const entry = entryOf(name, base)
  if (entry === undefined) return { files: new Map(), isClosed: false }
  const paths = new Set([entry])
  const files = new Map<string, string>()
  let isClosed = true
  // Iterating over a set includes entries that are added meanwhile.
  for (const file of paths) {
    const text = readFileSync(file, 'utf8')
    const { own, others } = importsOf(file, text)
    isClosed &&= !others && !DYNAMIC.test(text)
    for (const each of own) paths.add(each)
    files.set(file, text)
  }
  return { files, isClosed }
}

function entryOf(name: string, base: string): string | undefined {
  if (isPath(name)) {
    const file = path.resolve(base, name)
    return existsSync(file) ? file : undefined
  }
  try {
    return createRequire(path.join(base, 'emitters.js')).resolve(name)
  } catch {
    return undefined
  }
}

export function isPath(name: string): boolean {
  return /^\.|^\/|^[A-Za-z]:/.test(name)
}

/** What may be imported begins so. Text about imports between two quotes, `'Choose the import', '…'`, does not. */
const STATIC = /\b(?:from|import)\s*(['"])([\w@#.~/-][^'"\n]*)\1/g

/** Imports whose specifier is only known at run time. */
const DYNAMIC = /\b(?:import|require)\s*\(|\bcreateRequire\b|\bprocess\b/

interface Imported {
  readonly own: readonly string[]
  /** Whether it imports anything other than its own files and tagwire. */
  readonly others: boolean
}

function importsOf(file: string, text: string): Imported {
  const names = [...text.matchAll(STATIC)].map(([, , name = '']) => name)
  const reached = names
    .filter((name) => name !== 'tagwire' && name !== 'tagwire/emitter')
    .map((name) => (isPath(name) ? fileOf(file, name) : undefined))
  const own = reached.filter((each) => each !== undefined)
  return { own, others: own.length < reached.length }
}

/** `./shape.js` is `shape.ts` in sources. */
function fileOf(from: string, name: string): string | undefined {
  const target = path.resolve(path.dirname(from), name)
  const withoutExtension = target.replace(/\.js$/, '')
  return [target, `${withoutExtension}.ts`, `${withoutExtension}.js`].find(
    (each) => /\.[cm]?[jt]s$/.test(each) && existsSync(each),
  )
}
