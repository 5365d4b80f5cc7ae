import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { createProject } from '../cli/cli.fixture.js'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

test('the same YAML is parsed once, and is forgotten for a megabyte of other texts', () => {
  const text = 'kept: once\n'
  const first = parseText(text)
  expect(parseText(text)).toBe(first)
  expect(parseText(`${text}\n`)).not.toBe(first)
  for (let index = 0; index < 12; index++) parseText(`other${index}: ${'a'.repeat(100_000)}\n`)
  const again = parseText(text)
  expect(again).not.toBe(first)
  expect(again.value).toEqual(first.value)
})

test('a text of more than a megabyte is not kept, and those before it are', () => {
  const small = parseText('small: 1\n')
  const text = `large: ${'a'.repeat(1_000_001)}\n`
  expect(parseText(text)).not.toBe(parseText(text))
  expect(parseText('small: 1\n')).toBe(small)
})

function frozen(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(frozen)
}

const SWAGGER = `swagger: '2.0'
info: { title: Old, version: '1' }
host: shop.example
paths:
  /pets:
    post:
      operationId: add
      parameters: [{ name: pet, in: body, schema: { $ref: 'parts.yaml#/definitions/Pet' } }]
      responses: { 200: { description: Fine., schema: { $ref: 'parts.yaml#/definitions/Pet' } } }
`
const PARTS = `definitions:
  Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
`
const OVERLAY = `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: $.info, update: { title: Other, more: [1] } }]
`

test.each<[string, string, string?]>([
  ['files of Swagger 2.0 with an overlay', 'old.yaml', 'more.yaml'],
  ['spec/routing', 'openapi.yaml'],
  ['spec/node-rpc', 'openrpc.yaml'],
  ['test/golden/dynamic-references', 'spec.yaml'],
  ['test/golden/multi-file', 'openapi.yaml'],
])('whoever reads it changes nothing of it: %s', async (folder, document, overlay) => {
  const project = createProject({ 'old.yaml': SWAGGER, 'parts.yaml': PARTS, 'more.yaml': OVERLAY })
  const home = document === 'old.yaml' ? project.folder : path.join(repository, folder)
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((each) => each.endsWith('.yaml'))) {
    frozen(parseText(readFileSync(path.join(home, file), 'utf8')).value)
  }
  const overlays = overlay === undefined ? [] : [overlay]
  const { diagnostics } = await readModel(document, home, { overlays })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  await project.remove()
})
