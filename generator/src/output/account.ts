import { createHash } from 'node:crypto'

/** The file in which a package says which tool made which of its files, and of which documents. */
export const ACCOUNT = 'generation.json'

export interface Account {
  readonly generator: string
  /** Hashes of texts, by name and by path. */
  readonly document: Readonly<Record<string, unknown>>
  readonly files: Readonly<Record<string, unknown>>
  /** Names of the peer dependencies that emitters asked for. */
  readonly peers: readonly unknown[]
}

/** What stands in the file may be anything: it belongs to a folder that can be anybody's. */
export function readAccount(text: string | undefined): Account | undefined {
  if (text === undefined) return undefined
  try {
    const known: unknown = JSON.parse(text)
    if (!isRecord(known)) return undefined
    const { generator, document, files, peers } = known
    if (typeof generator !== 'string' || !isRecord(document) || !isRecord(files)) return undefined
    return { generator, document, files, peers: Array.isArray(peers) ? peers : [] }
  } catch {
    return undefined
  }
}

/** The hash of a text as accounts have it. What a checkout made of line ends says nothing about a text. */
export function accountHash(text: string): string {
  const normal = text.replaceAll('\r\n', '\n')
  return `sha256-${createHash('sha256').update(normal).digest('base64')}`
}

/** Whether the account lists the file with exactly this text. */
export function isAccountedFor({ files }: Account, file: string, text: string): boolean {
  return Object.hasOwn(files, file) && files[file] === accountHash(text)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
