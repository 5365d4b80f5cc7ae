import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What `npm install tagwire` brings along, by what is installed here. */

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Manifest {
  readonly name: string
  readonly files?: readonly string[]
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: object
  readonly optionalDependencies?: object
  readonly peerDependencies?: object
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Each package by its folder. Of the binaries for all platforms, only that for this one is there. */
function installedFrom(folder: string, found = new Map<string, Manifest>()): typeof found {
  if (found.has(folder)) return found
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  found.set(folder, manifest)
  const peers = Object.keys(manifest.peerDependencies ?? {})
  const needed = [
    ...Object.keys(manifest.dependencies ?? {}),
    ...peers.filter((name) => !manifest.peerDependenciesMeta?.[name]?.optional),
  ]
  for (const name of needed) installedFrom(folderOf(name, folder), found)
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
    const own = findFolder(name, folder)
    if (own !== undefined) installedFrom(own, found)
  }
  return found
}

function folderOf(name: string, from: string): string {
  const found = findFolder(name, from)
  if (found === undefined) throw new Error(`${name} is not installed for ${from}`)
  return found
}

function findFolder(name: string, from: string): string | undefined {
  const folder = path.join(from, 'node_modules', name)
  if (existsSync(folder)) return realpathSync(folder)
  return path.dirname(from) === from ? undefined : findFolder(name, path.dirname(from))
}

/** The files that are published, of packages of this repository. */
function filesOf(folder: string, { files }: Manifest): string[] {
  if (path.relative(root, folder).includes('node_modules') || !files) return filesBelow(folder)
  const withoutMaps = files.includes('!dist/**/*.map')
  return files
    .flatMap((each) => {
      const file = path.join(folder, each)
      return existsSync(file) && statSync(file).isDirectory() ? filesBelow(file) : []
    })
    .filter((file) => !withoutMaps || !file.endsWith('.map'))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (!entry.isDirectory()) return [file]
    return entry.name === 'node_modules' ? [] : filesBelow(file)
  })
}

/** On a disk with blocks of 4 kB. */
const megabytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 4096) * 4, 0) / 1024

const installed = [...installedFrom(path.join(root, 'generator'))]
const files = installed.flatMap(([folder, manifest]) => filesOf(folder, manifest))

test('is at most 15 packages and 40 megabytes', () => {
  expect(installed.length).toBeGreaterThan(3)
  expect(installed.length).toBeLessThanOrEqual(15)
  expect(megabytesOf(files)).toBeGreaterThan(10)
  expect(megabytesOf(files)).toBeLessThanOrEqual(40)
})

test('has one native binary, and runs nothing', () => {
  expect(files.filter((file) => /\.(?:node|wasm|exe|dll|so|dylib)$/.test(file))).toHaveLength(1)
  const running = ['preinstall', 'install', 'postinstall']
  const scripts = installed.map(([, manifest]) => Object.keys(manifest.scripts ?? {}))
  expect(scripts.flat().filter((name) => running.includes(name))).toEqual([])
  expect(files.filter((file) => path.basename(file) === 'binding.gyp')).toEqual([])
})

test('is in the table of the decision', () => {
  const decision = readFileSync(path.join(root, 'docs/decisions/0025-what-is-installed.md'), 'utf8')
  const [, table = ''] = decision.split('## What is installed')
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
  const names = installed.map(([, { name }]) =>
    name.startsWith('@oxfmt/binding-') ? '@oxfmt/binding-…' : name,
  )
  expect(named.sort()).toEqual(names.sort())
})
