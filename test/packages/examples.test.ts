import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const examples = fileURLToPath(new URL('../../examples/', import.meta.url))
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
}

it('there are examples', () => {
  expect(names).toEqual(['ethereum', 'indexer', 'indexer-fleet'])
})

/** `node examples/try.mjs NAME` does it: it copies, installs and tests one. This is what it would stumble over. */
describe.each(names)('%s can be copied out of the repository', (name) => {
  const folder = path.join(examples, name)
  const programs = readdirSync(folder).filter((file) => file.endsWith('.mjs'))
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const imported = programs.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\bfrom '([^']+)'/g)].map(
      ([, from = '']) => from,
    ),
  )

  it('everything that it imports is its own, of Node, or a dependency', () => {
    const packages = imported
      .filter((from) => !from.startsWith('.') && !from.startsWith('node:'))
      .map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'))
    // The other one has a client that is generated there.
    const client = name === 'ethereum' ? './ethereum/dist/index.js' : '@tagwire/node-rpc'
    expect(imported).toContain(client)
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([...new Set(packages)].sort())
    const files = imported
      .filter((from) => from.startsWith('.') && from !== client)
      .map((from) => from.slice(2))
    expect(programs).toEqual(expect.arrayContaining(files))
  })

  it('no version is one that only this workspace understands', () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies }
    for (const version of Object.values(versions)) expect(version).toMatch(/^(\*|[\d^~.]+)$/)
    expect(manifest.engines?.node).toBeDefined()
  })
})
