import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Diagnostic } from '../../generator/src/diagnostics/diagnostic.js'
import { type LowerOptions, lower } from '../../generator/src/lower/lower.js'
import type { Model } from '../../generator/src/model/model.js'
import { loadDocument } from '../../generator/src/source/document.js'

export interface Lowered {
  readonly model: Model
  /** Codes of what was reported on the way. */
  readonly codes: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What a document becomes, and nothing of the rooms that check it first. */
export async function lowered(document: object, options: LowerOptions = {}): Promise<Lowered> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-unit-'))
  try {
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
    const diagnostics: Diagnostic[] = []
    const report = (each: Diagnostic): unknown => diagnostics.push(each)
    const model = lower(await loadDocument('spec.json', folder), report, 'rules', options)
    const codes = diagnostics.map(({ code }) => code)
    if (!model) throw new Error(`not a document: ${codes.join()}`)
    return { model, codes, diagnostics }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A document that has these schemas, or other members too. */
export function openapi(schemas: object, members: object = {}): object {
  const info = { title: 'T', version: '1' }
  return { openapi: '3.1.0', info, paths: {}, components: { schemas }, ...members }
}

export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}
