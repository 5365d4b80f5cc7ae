import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { faultsOf } from '../../property/fixtures/harmless.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-comments-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const HOSTILE = 'a \u202e b \u0007 c \u2028 d */ alert(1) /* \u200f'

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: HOSTILE, version: '1', description: HOSTILE },
  paths: {
    '/a': {
      summary: HOSTILE,
      description: HOSTILE,
      get: {
        operationId: 'a',
        summary: HOSTILE,
        description: HOSTILE,
        parameters: [
          {
            name: 'q',
            in: 'query',
            description: HOSTILE,
            schema: { type: 'string', title: HOSTILE, format: HOSTILE },
          },
        ],
        responses: { 200: { description: HOSTILE } },
      },
    },
  },
  components: { schemas: { It: { description: HOSTILE, type: 'string' } } },
}

test.each(['api.json', 'a\nalert(1).json', 'a \u202e\u2028*.json'])(
  'no comment of a package made from %j has what turns text around or ends a line',
  async (name) => {
    writeFileSync(path.join(folder, name), JSON.stringify(DOCUMENT))
    const identity = { name: 'a', version: '1.0.0', runtime: '*' }
    const { files, diagnostics } = await generatePackage(name, folder, identity)
    expect(diagnostics.filter((each) => each.severity === 'error')).toEqual([])
    for (const file of files ?? []) {
      // In JSON, the name of a file is unchanged, because programs read it.
      if (file.path.endsWith('.json') && file.path !== 'package.json') continue
      const raw = file.text.match(/[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu)
      expect([file.path, raw]).toEqual([file.path, null])
      if (file.path.endsWith('.ts')) expect(faultsOf(file.path, file.text)).toEqual([])
    }
    expect(files?.some((file) => file.path === 'src/schema.ts')).toBe(true)
  },
)
