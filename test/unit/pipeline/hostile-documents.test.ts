import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { hostileDocuments } from '../../long/hostile-documents.fixture.js'

// All of them, each in a process of its own and with its memory: test/long/hostile-documents.test.ts.

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-hostile-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Of the processor. Without a limit, each of them would take minutes or all memory. */
const SECONDS = 10

const refused = [
  'anyOf of which all are combined',
  '$ref with siblings in properties',
  '$ref with siblings in two parts of an allOf',
  '$ref with siblings in OpenRPC',
  'a template that uses others twice',
  'a variable that an address repeats',
]
const read = [
  'oneOf in unions',
  'oneOf in allOf',
  '$ref with siblings to themselves',
  'lists of several types',
  'conditions in conditions',
  'exclusions of exclusions',
  'two items of two items',
  'a billion items',
  'a billion keys',
]

test.each([
  ...refused.map((name) => ({ name, errors: ['TW1011'] })),
  ...read.map((name) => ({ name, errors: [] })),
])('$name: $errors', async ({ name, errors }) => {
  const found = hostileDocuments.find((each) => each.name === name)
  writeFileSync(path.join(folder, 'spec.json'), found?.text ?? '')
  const identity = { name: '@test/hostile', version: '1.0.0', runtime: '^1.0.0', license: 'MIT' }
  const start = process.cpuUsage()
  const { diagnostics, files } = await generatePackage('spec.json', folder, identity)
  const { user, system } = process.cpuUsage(start)
  const wrong = diagnostics.filter(({ severity }) => severity === 'error')
  expect(wrong.map(({ code }) => code)).toEqual(errors)
  expect(wrong.every(({ at }) => at !== undefined)).toBe(true)
  expect(files === undefined).toBe(errors.length > 0)
  expect((user + system) / 1e6).toBeLessThan(SECONDS)
})
