import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Tools that do not read `exports` find the same files by folders. */

const root = fileURLToPath(new URL('../../packages/', import.meta.url))
const manifestIn = (...at: string[]) =>
  JSON.parse(readFileSync(path.join(root, ...at, 'package.json'), 'utf8'))

describe.each(['runtime', 'routing', 'node-rpc'])('%s', (name) => {
  const { exports, files } = manifestIn(name)
  const entries = Object.keys(exports).filter((key) => /^\.\/[\w/]+$/.test(key))

  test.each(entries)('%s is found by its folder, which is published', (entry) => {
    const { main, types, type } = manifestIn(name, entry)
    expect(type).toBe('module')
    const target = (file: string): string => `./${path.posix.join(entry, file)}`
    expect({ types: target(types), default: target(main) }).toEqual(exports[entry])
    expect(files).toContain(name === 'runtime' ? '**/package.json' : entry.slice('./'.length))
  })
})
