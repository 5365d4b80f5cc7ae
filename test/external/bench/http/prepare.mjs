// hey-api's SDK of the same document, made once and kept until the document changes.
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const work = path.join(import.meta.dirname, '.cache')

/** The path of its entry. */
export async function heyApi() {
  const out = path.join(work, 'hey-api')
  const entry = path.join(out, 'index.ts')
  if (existsSync(entry)) return entry
  mkdirSync(work, { recursive: true })
  // Its reader resolves `$ref`s beside the document, the world included, which is not for it.
  const spec = path.join(work, 'routing')
  cpSync(path.join(root, 'spec/routing'), spec, { recursive: true })
  await createClient({
    input: path.join(spec, 'openapi.yaml'),
    output: { path: out },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
  return entry
}

/** The same as one module that Node can import. */
export async function heyApiModule() {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: await heyApi(), platform: 'node', logLevel: 'silent' })
  const file = path.join(work, 'hey-api.mjs')
  await bundle.write({ file })
  return file
}
