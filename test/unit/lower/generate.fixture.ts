import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type GeneratedFiles,
  type GenerateOptions,
  generatePackage,
} from '../../../generator/src/pipeline/generate-package.js'

/** The package of a document that is given as an object. */
export async function generate(
  document: object,
  options: GenerateOptions = {},
): Promise<GeneratedFiles> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-lower-'))
  try {
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
    const identity = { name: '@test/lower', version: '1.0.0', runtime: '^1.0.0', license: 'MIT' }
    return await generatePackage('spec.json', folder, identity, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A document that is nothing but schemas. */
export function schemasOnly(schemas: object): object {
  const info = { title: 'Schemas', version: '1.0.0' }
  return { openapi: '3.1.0', info, paths: {}, components: { schemas } }
}

export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

export function textOf({ files = [] }: GeneratedFiles, name: string): string {
  return files.find((file) => file.path === name)?.text ?? ''
}

/** Each as `error TW1001`, in their order. */
export function codesOf({ diagnostics }: GeneratedFiles): string[] {
  return diagnostics.map(({ severity, code }) => `${severity} ${code}`)
}
