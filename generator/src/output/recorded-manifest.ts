import { createHash } from 'node:crypto'
import { isDictionary } from '../model/json.js'

/** The file in which a package records which version of the tool generated which files from which documents. */
export const MANIFEST = 'generation.json'

export interface RecordedManifest {
  readonly generator: string
  /** Hashes of texts, by name and by path. */
  readonly document: Readonly<Record<string, unknown>>
  readonly files: Readonly<Record<string, unknown>>
  /** Names of the peer dependencies that emitters added. */
  readonly peers: readonly unknown[]
}

/** The file may contain anything: its folder may belong to someone else. */
export function parseManifest(text: string | undefined): RecordedManifest | undefined {
  if (text === undefined) return undefined
  try {
    const known: unknown = JSON.parse(text)
    if (!isDictionary(known)) return undefined
    const { generator, document, files, peers } = known
    if (typeof generator !== 'string' || !isDictionary(document) || !isDictionary(files))
      return undefined
    return { generator, document, files, peers: Array.isArray(peers) ? peers : [] }
  } catch {
    return undefined
  }
}

/** The hash of a text as recorded in the manifest. Line endings, which a checkout may change, do not count. */
export function manifestHash(text: string): string {
  const normal = text.replaceAll('\r\n', '\n')
  return `sha256-${createHash('sha256').update(normal).digest('base64')}`
}

/** Whether the manifest lists the file with exactly this text. */
export function isRecorded({ files }: RecordedManifest, file: string, text: string): boolean {
  return Object.hasOwn(files, file) && files[file] === manifestHash(text)
}
