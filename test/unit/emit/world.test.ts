import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { mergePackageJson } from '../../../generator/src/pipeline/surroundings/merge-package-json.js'

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pet': { get: { operationId: 'pet', responses: { 200: { description: 'A pet.' } } } },
  },
  'x-tagwire-world': { $ref: 'world.json' },
}
const world = {
  answers: { pet: [{ answer: { name: 'Tib' } }] },
  modes: { "it's odd": { description: 'Odd.', insert: {} } },
}

async function filesOf(worldPackage?: string): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tagwire-world-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'spec.json'), JSON.stringify(document))
  await writeFile(path.join(folder, 'world.json'), JSON.stringify(world))
  const identity = { name: '@acme/pets', version: '1.0.0', runtime: '^1.0.0' }
  const { files = [], diagnostics } = await generatePackage('spec.json', folder, {
    ...identity,
    ...(worldPackage === undefined ? {} : { worldPackage }),
  })
  expect(diagnostics).toEqual([])
  return new Map(files.map((file) => [file.path, file.text]))
}

it('is in the package by default', async () => {
  const files = await filesOf()
  expect(files.has('src/world.ts')).toBe(true)
  expect(files.get('src/mock.ts')).toContain("import { world } from './world.js'")
  expect(Object.keys(JSON.parse(files.get('package.json') ?? '').peerDependencies)).toEqual([
    'openapi-fetch',
  ])
})

it('or in another one, which the mock imports on demand', async () => {
  const files = await filesOf('@acme/pets-world')
  expect(files.has('src/world.ts')).toBe(false)
  const mock = files.get('src/mock.ts')
  expect(mock).toContain("import('@acme/pets-world/world').catch(withoutWorld('@acme/pets-world'))")
  expect(mock).toContain('modes: ["it\'s odd"]')
  const made = files.get('package.json') ?? ''
  const peers = {
    peerDependencies: { '@acme/pets-world': '*' },
    peerDependenciesMeta: { '@acme/pets-world': { optional: true } },
  }
  expect(JSON.parse(made)).toMatchObject(peers)

  // A workspace decides on the version of its own packages.
  const kept = { '@acme/pets-world': 'workspace:^' }
  const existing = JSON.stringify({ ...JSON.parse(made), peerDependencies: kept })
  expect(JSON.parse(mergePackageJson(made, existing))).toMatchObject({ peerDependencies: kept })
})
