import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { locatorOf, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-overlay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: debug, in: query, schema: { type: boolean } }
      responses:
        '200': { description: All pets. }
  /internal:
    get: { operationId: internal, responses: { '200': { description: No. } } }
components:
  schemas:
    Pet:
      type: object
      properties: { id: { type: string } }
`

let runs = 0

async function read(actions: string, head = 'overlay: 1.0.0\ninfo: { title: O, version: 1 }') {
  const [spec, overlay] = [`spec-${++runs}.yaml`, `overlay-${runs}.yaml`]
  writeFileSync(path.join(folder, spec), DOCUMENT)
  writeFileSync(path.join(folder, overlay), `${head}\nactions:\n${actions}`)
  const { document, model, diagnostics } = await readModel(spec, folder, { overlays: [overlay] })
  const messages = diagnostics.map((each) =>
    printDiagnostic(each, locatorOf(document), { color: false }).replaceAll(`-${runs}.`, '.'),
  )
  return { model, messages }
}

test('objects are merged, lists are added to, other values are replaced', async () => {
  const { model, messages } = await read(`
  - target: $.info
    update: { title: Animals }
  - target: $.paths['/pets'].get
    update:
      summary: Lists pets.
      parameters: [{ name: page, in: query, schema: { type: integer } }]
  - target: $.components.schemas.Pet.properties
    update: { name: { type: string } }
`)
  expect(messages).toEqual([])
  expect(model?.title).toBe('Animals')
  const list = model?.operations.find(({ name }) => name === 'listPets')
  expect(list?.input.parameters.map(({ name }) => name)).toEqual(['limit', 'debug', 'page'])
  const pet = model?.declarations.find(({ name }) => name === 'Pet')
  expect(pet?.shape.kind === 'record' && pet.shape.fields.map(({ name }) => name)).toEqual([
    'id',
    'name',
  ])
})

test('what is selected is removed, from lists from the last to the first', async () => {
  const { model, messages } = await read(`
  - target: $.paths['/pets'].get.parameters[*]
    remove: true
  - { target: "$.paths['/internal']", remove: true }
`)
  expect(messages).toEqual([])
  expect(model?.operations.map(({ name }) => name)).toEqual(['listPets'])
  expect(model?.operations[0]?.input.parameters).toEqual([])
})

test('copies what another path selects', async () => {
  const { model, messages } = await read(`
  - { target: $.components.schemas, update: { Animal: {} } }
  - { target: $.components.schemas.Animal, copy: $.components.schemas.Pet }
`)
  expect(messages).toEqual([])
  const animal = model?.declarations.find(({ name }) => name === 'Animal')
  expect(animal?.shape.kind).toBe('record')
})

test('faults are shown where they were written: in the document or in the overlay', async () => {
  const { messages } = await read(`
  - target: $.paths['/pets'].get.parameters[?@.name == 'limit']
    remove: true
  - target: $.paths['/pets'].get.parameters[0].schema
    update: { type: bolean }
  - target: $.components.schemas.Pet
    update: { properties: { owner: { $ref: '#/components/schemas/Nobody' } } }
  - target: $.nothing
    remove: true
`)
  expect(messages.map((message) => message.split('\n').slice(0, 3).join('\n'))).toEqual([
    expect.stringMatching(/^overlay\.yaml:8:15 error TW2001 /),
    expect.stringMatching(/^overlay\.yaml:10:38 error TW1004 /),
    expect.stringMatching(/^overlay\.yaml:11:5 warning TW8002 \$\.nothing selects nothing/),
  ])
})

test('a value that replaces another one is where the overlay has it, in a list too', async () => {
  const { messages } = await read(`
  - target: $.components.schemas.Pet
    update: { required: [id, id] }
  - { target: "$.components.schemas.Pet.required[0]", update: 5 }
  - { target: $.info.title, update: { en: Pets } }
`)
  expect(messages.map((message) => message.split('`')[0])).toEqual([
    'overlay.yaml:7:55 error TW2005 ',
    'overlay.yaml:8:29 warning TW1007 ',
  ])
})

test('a value that is no object replaces an object', async () => {
  const { model, messages } = await read(`
  - { target: $.components.schemas.Pet.properties.id, update: true }
`)
  expect(messages).toEqual([])
  const pet = model?.declarations.find(({ name }) => name === 'Pet')
  expect(pet?.shape).toMatchObject({ fields: [{ name: 'id', shape: { kind: 'json' } }] })
})

test('a word that overlays do not have', async () => {
  const { messages } = await read('  []\n', 'overlay: 1.0.0\ninfo: {}\nextend: spec.yaml')
  expect(messages).toEqual([
    expect.stringMatching(
      /^overlay\.yaml:3:1 warning TW8001 `extend` is not a member of an overlay[\s\S]*extends/,
    ),
  ])
})

test.each([
  ['  - { update: {} }', 'overlay.yaml:4:5 error TW8001 an action names its `target`'],
  ['  - { target: "$[", remove: true }', 'overlay.yaml:4:5 error TW8001 "$[" is not a JSONPath'],
  ['  - { target: $, remove: true }', 'error TW8001 an overlay cannot remove the document itself'],
  ['  - { target: $.info, updat: {} }', 'warning TW8001 `updat` is not a member of an overlay'],
  ['  - { target: $.info, copy: $.paths.* }', 'error TW8001 `copy` selects 2 places'],
])('%s', async (action, message) => {
  const { messages } = await read(`${action}\n`)
  expect(messages.join('\n')).toContain(message.replace(/^overlay\.yaml:4:5 /, ''))
})

test('a file that is not an overlay, or does not exist', async () => {
  const { messages } = await read('  []\n', 'openapi: 3.1.0')
  expect(messages.join('\n')).toContain('this is not an OpenAPI Overlay')
  const missing = readModel('spec-1.yaml', folder, { overlays: ['overlay-0.yaml'] })
  await expect(missing).rejects.toThrow('cannot read overlay-0.yaml')
})

test('a member called __proto__ stays a member', async () => {
  const { model } = await read(`
  - target: $.components.schemas.Pet.properties
    update: { __proto__: { type: integer } }
`)
  const pet = model?.declarations.find(({ name }) => name === 'Pet')
  expect(pet?.shape.kind === 'record' && pet.shape.fields.map(({ name }) => name)).toEqual([
    'id',
    '__proto__',
  ])
})

const deepest = Array.from({ length: 40 }).reduce<string>((inside) => `{ a: ${inside} }`, '{}')

test.each([
  ['$..* nine times in a query', `  - { target: '$${'..*'.repeat(9)}', update: { x: 1 } }\n`],
  ['$..* nine times in a filter', `  - { target: '$[?@${'..*'.repeat(9)}]', update: { x: 1 } }\n`],
  [
    'nine actions that add to what was added',
    '  - { target: $..*, update: { x: { y: {}, z: {} }, w: {} } }\n'.repeat(9),
  ],
  [
    'copies of copies',
    Array.from(
      { length: 40 },
      (_, n) =>
        `  - { target: $.info, copy: $.info, update: ~ }\n  - { target: $.x, update: { n${n}: {} } }\n  - { target: $.x.n${n}, copy: $.x }\n`,
    ).join(''),
  ],
])('too much is one error: %s', async (_, actions) => {
  const start = process.cpuUsage()
  const { messages } = await read(
    `  - { target: $, update: { x: ${deepest} } }\n  - { target: $.info, update: { x: ${deepest} } }\n${actions}`,
  )
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(10)
  const errors = messages.filter((each) => each.includes(' error '))
  expect(errors.map((each) => /TW\d+/.exec(each)?.[0])).toEqual(['TW1011'])
  expect(errors[0]).toContain('overlay.yaml:')
})

test('a pattern that backtracks is matched in linear time', async () => {
  const title = 'a'.repeat(30_000)
  const start = process.cpuUsage()
  const { messages } = await read(`
  - { target: $.info, update: { title: ${title} } }
  - { target: "$[?match(@.title, '(a+)+b')]", update: { x: 1 } }
  - { target: "$[?search(@.title, '(a|aa)*c')]", update: { x: 1 } }
`)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(5)
  expect(messages.join('\n')).toContain('selects nothing')
})

test('messages cut what an overlay says', async () => {
  const long = 'x'.repeat(400_000)
  const { messages } = await read(`
  - { target: "$['${long}']", remove: true }
  - { target: "$[${long}", remove: true }
  - { target: [${long}], remove: true }
  - { target: $.info, ${long}: true }
  - { target: $.info, copy: "$['${long}']" }
`)
  expect(messages).not.toEqual([])
  for (const message of messages) expect(message.length).toBeLessThan(2000)
})
