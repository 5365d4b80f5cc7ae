import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDocument } from '../../../generator/src/source/document.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-order-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('files are in the same order in every run, however fast each was read', async () => {
  for (const name of ['z', 'a', 'm']) {
    writeFileSync(path.join(folder, `${name}.yaml`), `S: { type: string }\n`)
  }
  const refs = ['z', 'm', 'a'].map((name) => `    ${name}: { $ref: '${name}.yaml#/S' }\n`).join('')
  const head = "openapi: 3.1.0\ninfo: { title: Order, version: '1' }\ncomponents:\n  schemas:\n"
  writeFileSync(path.join(folder, 'root.yaml'), head + refs)
  const { files } = await loadDocument('root.yaml', folder)
  expect([...files.keys()]).toEqual(['root.yaml', 'a.yaml', 'm.yaml', 'z.yaml'])
})
