import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Document, loadDocument } from '../../../generator/src/source/document.js'

/** A document that is given as an object, as the rooms after `source` get it. */
export async function documentOf(value: object): Promise<Document> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-normalize-'))
  try {
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(value))
    return await loadDocument('spec.json', folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The value at a place in the root file. */
export function valueAt({ root }: Document, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root.value)
}

/** An OpenAPI document with these members. */
export function documentWith(members: object): Promise<Document> {
  return documentOf({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...members })
}
