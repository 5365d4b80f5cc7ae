import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { locatorOf, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import type { Model } from '../../../generator/src/model/model.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

/** Overlays for one of several files of a description. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-overlay-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let runs = 0

test('`extends` names the file of the description that an overlay is for', async () => {
  const { model, messages } = await readFolder({
    'api/openapi.yaml': splitDocument('schemas/pet.yaml#/Pet'),
    'api/schemas/pet.yaml': 'Pet: { type: object, properties: { id: { type: string } } }',
    'api/next/root.yaml': overlayFor('../openapi.yaml', '$.info', '{ version: "2" }'),
    'api/next/pet.yaml': overlayFor(
      '../schemas/pet.yaml',
      '$.Pet.properties',
      '{ owner: { $ref: owner.yaml#/Owner } }',
    ),
    'api/schemas/owner.yaml': 'Owner: { type: object, properties: { name: { type: string } } }',
    'api/next/owner.yaml': overlayFor(
      '../schemas/owner.yaml',
      '$.Owner.properties.name',
      '{ type: integer }',
    ),
  })
  expect(messages).toEqual([])
  expect(model?.version).toBe('2')
  expect(fieldsOf(model, 'Pet')).toEqual(['id', 'owner'])
  const owner = model?.declarations.find(({ name }) => name === 'Owner')
  expect(owner?.shape).toMatchObject({ fields: [{ name: 'name', shape: { type: 'integer' } }] })
})

test('faults in a file of the description are shown where its overlay has them', async () => {
  const { messages } = await readFolder({
    'openapi.yaml': splitDocument('pet.yaml#/Pet'),
    'pet.yaml': 'Pet: { type: object, properties: { id: { type: string } } }',
    'next.yaml': overlayFor('pet.yaml', '$.Pet.properties.id', '{ type: bolean }'),
  })
  expect(messages).toEqual([expect.stringMatching(/^next\.yaml:6:15 error TW2001 /)])
})

test.each([
  ['other.yaml', 'other.yaml is not a file of this description, so the overlay changes nothing'],
  [
    'gone.yaml',
    '`extends` refers to gone.yaml, which does not exist: the overlay is applied to the',
  ],
])('an overlay for %s is reported as ineffective', async (target, message) => {
  const { messages } = await readFolder({
    'openapi.yaml': splitDocument('pet.yaml#/Pet'),
    'pet.yaml': 'Pet: { type: object }',
    'other.yaml': 'Pet: { type: object }',
    'next.yaml': overlayFor(target, '$.info', '{ version: "2" }'),
  })
  expect(messages).toEqual([expect.stringContaining(`next.yaml:3:1 warning TW8002 ${message}`)])
})

test('an address in `extends` is where others have the document', async () => {
  const { model, messages } = await readFolder({
    'openapi.yaml': splitDocument('pet.yaml#/Pet'),
    'pet.yaml': 'Pet: { type: object }',
    'next.yaml': overlayFor('https://example.com/api.yaml', '$.info', '{ version: "2" }'),
  })
  expect(messages).toEqual([])
  expect(model?.version).toBe('2')
})

function splitDocument(reference: string): string {
  return `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: A pet.
          content: { application/json: { schema: { $ref: '${reference}' } } }
`
}

function overlayFor(target: string, place: string, update: string): string {
  return `overlay: 1.1.0
info: { title: O, version: '1' }
extends: ${target}
actions:
  - target: ${place}
    update: ${update}
`
}

/** Every file below a folder called `next`, or called so, is an overlay. */
async function readFolder(files: Readonly<Record<string, string>>) {
  const home = path.join(folder, `split-${++runs}`)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true })
    writeFileSync(path.join(home, name), content)
  }
  const names = Object.keys(files)
  const spec = names.find((name) => name.endsWith('openapi.yaml')) ?? ''
  const overlays = names.filter((name) => /(^|\/)next(\/|\.)/.test(name))
  const { document, model, diagnostics } = await readModel(spec, home, { overlays })
  const locator = locatorOf(document)
  return {
    model,
    messages: diagnostics.map((each) => printDiagnostic(each, locator, { color: false })),
  }
}

function fieldsOf(model: Model | undefined, type: string): string[] | undefined {
  const shape = model?.declarations.find(({ name }) => name === type)?.shape
  return shape?.kind === 'record' ? shape.fields.map(({ name }) => name) : undefined
}
