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
  /** Packages that it generates. */
  readonly workspaces?: readonly string[]
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
    const { dependencies = {}, devDependencies = {}, workspaces = [] } = manifest
    // One has a client of ours, the other makes its own.
    expect({ ...dependencies, ...devDependencies }).toHaveProperty(
      workspaces.length > 0 ? ['tagwire'] : ['@tagwire/node-rpc'],
    )
    const needed = { ...dependencies, ...(workspaces.length > 0 ? devDependencies : {}) }
    expect(Object.keys(needed)).toEqual(expect.arrayContaining([...new Set(packages)]))
    if (workspaces.length === 0) expect(Object.keys(needed)).toHaveLength(new Set(packages).size)
    const files = imported.filter((from) => from.startsWith('.')).map((from) => from.slice(2))
    const isMade = (file: string): boolean => workspaces.some((made) => file.startsWith(`${made}/`))
    expect(programs).toEqual(expect.arrayContaining(files.filter((file) => !isMade(file))))
  })

  it('no version is one that only this workspace understands', () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies }
    for (const version of Object.values(versions)) expect(version).toMatch(/^(\*|[\d^~.]+)$/)
    expect(manifest.engines?.node).toBeDefined()
  })
})
