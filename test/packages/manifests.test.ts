import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** What people who find the packages in a registry see of them; the generated ones are goldens. */

const root = new URL('../../', import.meta.url)
const read = (file: string): string => readFileSync(fileURLToPath(new URL(file, root)), 'utf8')

describe.each(['generator', 'packages/runtime', 'packages/emit-query', 'packages/emit-mcp'])(
  '%s',
  (folder) => {
    const manifest = JSON.parse(read(`${folder}/package.json`))

    test('has a README under its own name', () => {
      expect(read(`${folder}/README.md`).split('\n', 1)).toEqual([`# ${manifest.name}`])
    })

    test('carries the licence that it names', () => {
      expect(manifest.license).toBe('MIT')
      expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'))
    })

    test('can be found, and its source maps lead to sources', () => {
      expect(manifest.keywords).toContain('tagged-union')
      expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'src']))
    })
  },
)

test('the README of the runtime names every entry, and no other', () => {
  const { exports } = JSON.parse(read('packages/runtime/package.json'))
  const named = [...read('packages/runtime/README.md').matchAll(/^\| `(\.\/[\w/]+)`/gm)]
  const entries = Object.keys(exports).filter((name) => name !== './package.json')
  expect(named.map(([, name]) => name).sort()).toEqual(entries.sort())
})
