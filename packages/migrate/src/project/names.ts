import { existsSync } from 'node:fs'
import path from 'node:path'
import type { MigratedDocument } from '../plan.js'
import type { Drawing } from './documents.js'

/** Words that say what a file is and not what the service is called. */
const GENERIC = new Set(
  'schema schemas type types index openapi swagger oas generated gen paths spec specs client src lib app docs doc public json yaml ts definitions models static assets dist __generated__ v'.split(
    ' ',
  ),
)

export interface NamedDocument extends MigratedDocument {
  readonly drawing: Drawing
  /** The name of the client, if it is not that of the folder. */
  readonly clientName: string | undefined
}

/** A key, and a folder beside the present file, for each document. */
export function nameDocuments(
  folder: string,
  drawings: readonly Drawing[],
  packageName: string | undefined,
  out: string | undefined,
): NamedDocument[] {
  const keys = new Set<string>()
  const outs = new Set<string>()
  return drawings.map((drawing) => {
    const key = freeKey(candidates(drawing, packageName), keys)
    keys.add(key)
    const beside = path.posix.dirname(drawing.schemaFile)
    const isFree = (name: string): boolean => {
      const target = path.posix.join(beside, name)
      const taken = ['', '.ts', '.tsx', '.js'].some(
        (end) =>
          `${target}${end}` !== drawing.schemaFile &&
          existsSync(path.join(folder, `${target}${end}`)),
      )
      return !outs.has(target) && !taken
    }
    // Not `api/api`: the folder is then named after the tool.
    const preferred = path.posix.basename(beside) === key ? [] : [key]
    const tries = [...preferred, 'tagwire', `tagwire-${key}`]
    const name = tries.find(isFree) ?? numbered(`tagwire-${key}`, isFree)
    const target = out ?? path.posix.join(beside, name)
    outs.add(target)
    const isNamed = path.posix.basename(target) === key
    return {
      ...{ name: key, spec: drawing.spec, schemaFile: drawing.schemaFile, out: target, drawing },
      clientName: isNamed ? undefined : pascalCase(key),
    }
  })
}

function candidates(
  { name, schemaFile, spec }: Drawing,
  packageName: string | undefined,
): string[] {
  const folders = path.posix.dirname(schemaFile).split('/').toReversed()
  const words = [
    name?.replace(/@.*$/, ''),
    stem(schemaFile),
    ...folders.slice(0, 1),
    stem(spec.replace(/[?#].*$/, '')),
    ...folders.slice(1),
    packageName?.replace(/^@[^/]+\//, ''),
  ]
  return words.flatMap((word) => {
    const slug = slugOf(word ?? '')
    const [first = ''] = slug.split('-')
    return slug === '' ||
      GENERIC.has(slug) ||
      /^v?\d/.test(slug) ||
      (GENERIC.has(first) &&
        slug.split('-').every((part) => GENERIC.has(part) || /^v?\d/.test(part)))
      ? []
      : [slug]
  })
}

/** `api/core.gen.d.ts` → `core` */
function stem(file: string): string {
  return path.posix
    .basename(file)
    .replace(/(?:[._-](?:d|gen|generated|schema|types|openapi))*\.\w+$/, '')
}

function slugOf(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

function freeKey(words: readonly string[], taken: ReadonlySet<string>): string {
  const all = [...words, 'api']
  return (
    all.find((word) => !taken.has(word)) ?? numbered(words[0] ?? 'api', (name) => !taken.has(name))
  )
}

function numbered(word: string, isFree: (name: string) => boolean): string {
  for (let number = 2; ; number++) if (isFree(`${word}-${number}`)) return `${word}-${number}`
}

function pascalCase(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
