import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import {
  type GenerateOptions,
  generatePackage,
  type Outcome,
} from '../../../generator/src/pipeline/generate-package.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-lower-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

/** The package of a document that is given as an object, or as the text of one. */
export async function generate(
  document: object | string,
  options: GenerateOptions = {},
): Promise<Outcome> {
  const base = path.join(folder, String(count++))
  mkdirSync(base)
  const [name, text] =
    typeof document === 'string' ? ['spec.yaml', document] : ['spec.json', JSON.stringify(document)]
  writeFileSync(path.join(base, name), text)
  const identity = { name: '@test/lower', version: '1.0.0', runtime: '^1.0.0', license: 'MIT' }
  return generatePackage(name, base, identity, options)
}

/** A document that is nothing but schemas. */
export function schemasOnly(schemas: object): object {
  const info = { title: 'Schemas', version: '1.0.0' }
  return { openapi: '3.1.0', info, paths: {}, components: { schemas } }
}

export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

export function textOf({ files = [] }: Outcome, name: string): string {
  return files.find((file) => file.path === name)?.text ?? ''
}

/** Each as `error TW1001`, in their order. */
export function codesOf({ diagnostics }: Outcome): string[] {
  return diagnostics.map(({ severity, code }) => `${severity} ${code}`)
}
