import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LocatedChange } from '../../../generator/src/compare/located-change.js'
import { compareReadings, type ReadSpec, readSpec } from '../../../generator/src/pipeline/diff.js'

/** What changed between two texts of documents. */
export async function changesBetween(before: string, after: string): Promise<LocatedChange[]> {
  const [old, now] = await readTexts(before, after)
  return changesOf(old, now)
}

/** The texts of two documents, read. */
export async function readTexts(before: string, after: string): Promise<[ReadSpec, ReadSpec]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-compare-'))
  try {
    writeFileSync(path.join(folder, 'old.yaml'), before)
    writeFileSync(path.join(folder, 'new.yaml'), after)
    return [
      await readSpec('old.yaml', folder, { despiteErrors: true }),
      await readSpec('new.yaml', folder, {}),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What changed between two documents that were read. */
export function changesOf(old: ReadSpec, now: ReadSpec): LocatedChange[] {
  const { changes } = compareReadings({ old, new: now })
  const faults = [...old.diagnostics, ...now.diagnostics]
  if (!changes) throw new Error(faults.map((each) => each.message).join('\n'))
  return [...changes]
}

/** `breaking field-removed T.a`, and further members that a test needs. */
export function brief(change: LocatedChange): string {
  const { types, also } = change
  const more = [...types.map((name) => `+${name}`), ...also.map((name) => `&${name}`)]
  return [change.class, change.kind, change.subject, ...more].join(' ')
}

const HEAD = 'openapi: 3.1.0\ninfo: { title: Small, version: 1.0.0 }\n'
const T = "{ 'application/json': { schema: { $ref: '#/components/schemas/T' } } }"

const SENDS = `  /send:
    post:
      operationId: send
      requestBody: { required: true, content: ${T} }
      responses: { '204': { description: Done. } }
`
const RECEIVES = `  /receive:
    get:
      operationId: receive
      responses: { '200': { description: Here it is., content: ${T} } }
`

/** A document whose `T` callers send, receive, or both. The schemas are written as one flow map. */
export function document(flow: 'sent' | 'received' | 'both', schemas: string): string {
  const sends = flow === 'received' ? '' : SENDS
  const receives = flow === 'sent' ? '' : RECEIVES
  return `${HEAD}paths:\n${sends}${receives}components:\n  schemas: { ${schemas} }\n`
}

/** A document with these paths, and two types that they may use. */
export function service(paths: string, more = ''): string {
  const types = 'Cat: { type: object, required: [name], properties: { name: { type: string } } }'
  return `${HEAD}${more}paths:\n${paths}\ncomponents:\n  schemas: { ${types} }\n`
}

/** A JSON-RPC document with one method. */
export function methods(method: string, more = ''): string {
  return `openrpc: 1.3.2\ninfo: { title: Small, version: 1.0.0 }\n${more}methods:\n  - ${method}\n`
}
