import { createHash } from 'node:crypto'
import type { EmittedFile } from '../emit/package-view.js'
import type { Changes } from '../output/write.js'
import type { Document } from '../source/document.js'
import { type Dictionary, isDictionary } from '../source/node.js'
import { toolVersion } from './versions.js'

const NAME = 'generation.json'

/** Versions and hashes, once per package: which tool made which files of which document. */
export function manifestFile(document: Document, files: readonly EmittedFile[]): EmittedFile {
  const text = JSON.stringify(
    {
      generator: `tagwire ${toolVersion}`,
      document: Object.fromEntries(
        [...document.files].map(([name, file]) => [name, hash(file.text)]).sort(byName),
      ),
      files: Object.fromEntries(
        files
          .filter((file) => file.path !== 'package.json')
          .map((file) => [file.path, hash(file.text)])
          .sort(byName),
      ),
    },
    undefined,
    2,
  )
  return { path: NAME, text: `${text}\n` }
}

/** Why a package differs from what would be generated, as far as its own account of itself tells. */
export interface Reasons {
  /** Documents that are others than those it was made from. */
  readonly documents: readonly string[]
  /** Generated files that are not as they were written. */
  readonly edited: readonly string[]
  /** The version that made it, where that is another one. */
  readonly generator?: string
}

export function reasonsOf({ changed, account }: Changes): Reasons | undefined {
  const was = readAccount(account)
  if (!was) return undefined
  const now = readAccount(changed.find(({ path }) => path === NAME)?.text) ?? was
  const documents = [...new Set([...Object.keys(was.document), ...Object.keys(now.document)])]
  return {
    documents: documents.filter((name) => was.document[name] !== now.document[name]),
    edited: changed
      .filter(
        ({ path, before }) => Object.hasOwn(was.files, path) && was.files[path] !== hash(before),
      )
      .map(({ path }) => path),
    ...(was.generator === now.generator ? {} : { generator: was.generator }),
  }
}

interface Account {
  readonly generator: string
  readonly document: Dictionary
  readonly files: Dictionary
}

/** What stands in the file may be anything by now. */
function readAccount(text: string | undefined): Account | undefined {
  if (text === undefined) return undefined
  try {
    const known: unknown = JSON.parse(text)
    if (!isDictionary(known)) return undefined
    const { generator, document, files } = known
    if (typeof generator !== 'string' || !isDictionary(document) || !isDictionary(files))
      return undefined
    return { generator, document, files }
  } catch {
    return undefined
  }
}

/** What a checkout made of line ends says nothing about a text. */
function hash(text: string): string {
  const normal = text.replaceAll('\r\n', '\n')
  return `sha256-${createHash('sha256').update(normal).digest('base64')}`
}

function byName([left]: string[], [right]: string[]): number {
  return (left ?? '') < (right ?? '') ? -1 : 1
}
