/* A document of Swagger 2.0 means what the same document means in OpenAPI 3.0, and messages are about its own text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { locatorOf, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-swagger-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SWAGGER = `swagger: "2.0"
info: { title: Pets, version: "1" }
host: pets.example
basePath: /v1/
schemes: [http, https]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  login: { type: basic }
  key: { type: apiKey, in: header, name: X-Key }
  app: { type: oauth2, flow: accessCode, authorizationUrl: "https://a.example/auth", tokenUrl: "https://a.example/token", scopes: { read: reads } }
security: [{ key: [] }]
parameters:
  limit: { name: limit, in: query, type: integer, format: int32, maximum: 100 }
  petBody: { name: pet, in: body, required: true, description: The pet., schema: { $ref: "#/definitions/Pet" } }
paths:
  /pets:
    get:
      operationId: listPets
      summary: All pets
      parameters:
        - $ref: "#/parameters/limit"
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: ids, in: query, type: array, items: { type: integer } }
        - { name: names, in: query, type: array, items: { type: string }, collectionFormat: multi }
      responses:
        "200":
          description: Pets.
          schema: { type: array, items: { $ref: "#/definitions/Pet" } }
          headers: { X-Total: { type: integer, description: How many. } }
          examples: { application/json: [{ kind: Cat, name: Tom }] }
        default: { $ref: "#/responses/Failed" }
    post:
      operationId: addPet
      parameters: [{ $ref: "#/parameters/petBody" }]
      responses:
        "201": { description: Made., schema: { $ref: "#/definitions/Pet" } }
  /pets/{ids}:
    parameters:
      - { name: ids, in: path, required: true, type: array, items: { type: string } }
    delete:
      operationId: removePets
      security: [{ login: [] }]
      responses: { "204": { description: Gone. } }
    post:
      operationId: tagPets
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: tags, in: formData, type: array, items: { type: string }, required: true }
        - { name: note, in: formData, type: string, maxLength: 20 }
      responses: { "204": { description: Done. } }
  /pets/{id}/photo:
    parameters: [{ name: id, in: path, required: true, type: string }]
    get:
      operationId: getPhoto
      produces: [image/png]
      responses: { "200": { description: The photo., schema: { type: file } } }
    post:
      operationId: addPhoto
      consumes: [multipart/form-data]
      parameters:
        - { name: photo, in: formData, type: file, required: true, description: The picture. }
      responses: { "204": { description: Stored. } }
responses:
  Failed: { description: No., schema: { $ref: "#/definitions/Failure" } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind, name]
    properties:
      kind: { type: string }
      name: { type: string }
      owner: { type: string, x-nullable: true }
  Cat:
    allOf:
      - $ref: "#/definitions/Pet"
      - { type: object, properties: { lives: { type: integer } } }
  Failure: { type: object, required: [message], properties: { message: { type: string } } }
`

const OPENAPI = `openapi: 3.0.4
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example/v1" }, { url: "http://pets.example/v1" }]
security: [{ key: [] }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: All pets
      parameters:
        - $ref: "#/components/parameters/limit"
        - { name: tags, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } } }
        - { name: ids, in: query, style: form, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: names, in: query, style: form, explode: true, schema: { type: array, items: { type: string } } }
      responses:
        "200":
          description: Pets.
          headers: { X-Total: { description: How many., schema: { type: integer } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
              example: [{ kind: Cat, name: Tom }]
        default: { $ref: "#/components/responses/Failed" }
    post:
      operationId: addPet
      requestBody:
        description: The pet.
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses:
        "201":
          description: Made.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
  /pets/{ids}:
    parameters:
      - { name: ids, in: path, required: true, style: simple, explode: false, schema: { type: array, items: { type: string } } }
    delete:
      operationId: removePets
      security: [{ login: [] }]
      responses: { "204": { description: Gone. } }
    post:
      operationId: tagPets
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [tags]
              properties:
                tags: { type: array, items: { type: string } }
                note: { type: string, maxLength: 20 }
            encoding: { tags: { style: form, explode: false } }
      responses: { "204": { description: Done. } }
  /pets/{id}/photo:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPhoto
      responses:
        "200":
          description: The photo.
          content: { image/png: { schema: { type: string, format: binary } } }
    post:
      operationId: addPhoto
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties: { photo: { type: string, format: binary, description: The picture. } }
      responses: { "204": { description: Stored. } }
components:
  parameters:
    limit: { name: limit, in: query, schema: { type: integer, format: int32, maximum: 100 } }
  responses:
    Failed:
      description: No.
      content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }
  schemas:
    Pet:
      type: object
      discriminator: { propertyName: kind }
      required: [kind, name]
      properties:
        kind: { type: string }
        name: { type: string }
        owner: { type: string, nullable: true }
    Cat:
      allOf:
        - $ref: "#/components/schemas/Pet"
        - { type: object, properties: { lives: { type: integer } } }
    Failure: { type: object, required: [message], properties: { message: { type: string } } }
  securitySchemes:
    login: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    app:
      type: oauth2
      flows:
        authorizationCode: { authorizationUrl: "https://a.example/auth", tokenUrl: "https://a.example/token", scopes: { read: reads } }
`

async function filesOf(text: string): Promise<Record<string, string>> {
  writeFileSync(path.join(folder, 'pets.yaml'), text)
  const identity = { name: '@acme/pets', version: '1.0.0', runtime: 'package' as const }
  const { files = [], diagnostics } = await generatePackage('pets.yaml', folder, identity)
  expect(diagnostics).toEqual([])
  return Object.fromEntries(files.map((file) => [file.path, file.text]))
}

async function messagesOf(text: string, overlay?: string): Promise<string[]> {
  writeFileSync(path.join(folder, 'faulty.yaml'), text)
  if (overlay !== undefined) writeFileSync(path.join(folder, 'overlay.yaml'), overlay)
  const options = overlay === undefined ? {} : { overlays: ['overlay.yaml'] }
  const { document, diagnostics } = await readModel('faulty.yaml', folder, options)
  return diagnostics.map((each) => printDiagnostic(each, locatorOf(document), { color: false }))
}

test('its package is that of the same document in OpenAPI 3.0, byte for byte', async () => {
  const upgraded = await filesOf(SWAGGER)
  const written = await filesOf(OPENAPI)
  expect(Object.keys(upgraded)).toEqual(Object.keys(written))
  for (const [name, text] of Object.entries(written)) {
    // It has the hash of the document.
    if (name !== 'generation.json') expect(upgraded[name], name).toBe(text)
  }
})

test('a form with a file is sent as one that has room for it', async () => {
  const files = await filesOf(
    SWAGGER.replace('[multipart/form-data]', '[application/x-www-form-urlencoded]'),
  )
  expect(files['src/operations.ts']).toBe((await filesOf(OPENAPI))['src/operations.ts'])
})

describe('messages', () => {
  const faults: readonly (readonly [about: string, text: string, line: RegExp, says: RegExp])[] = [
    [
      'a reference',
      SWAGGER.replace(
        'schema: { $ref: "#/definitions/Failure"',
        'schema: { $ref: "#/definitions/Failur"',
      ),
      /Failed: \{ description/,
      /cannot resolve \$ref #\/definitions\/Failur:[\s\S]*Did you mean #\/definitions\/Failure\?/,
    ],
    [
      'a type of a parameter',
      SWAGGER.replace(
        'in: query, type: integer, format: int32',
        'in: query, type: int, format: int32',
      ),
      /limit: \{ name: limit/,
      /there is no type "int"/,
    ],
    [
      'a type of a form',
      SWAGGER.replace('type: string, maxLength: 20', 'type: text, maxLength: 20'),
      /name: note, in: formData/,
      /there is no type "text"/,
    ],
    [
      'a place that there is not',
      SWAGGER.replace('{ name: limit, in: query', '{ name: limit, in: qeury'),
      /limit: \{ name: limit/,
      /a parameter is in the path, query, header, formData or body; there is no "qeury"[\s\S]*Did you mean query\?/,
    ],
    [
      'no place',
      SWAGGER.replace('{ name: limit, in: query', '{ name: limit'),
      /limit: \{ name: limit/,
      /a parameter needs a `name` and an `in`: path, query, header, formData or body/,
    ],
    [
      'a second body',
      SWAGGER.replace(
        '[{ $ref: "#/parameters/petBody" }]',
        '\n        - { $ref: "#/parameters/petBody" }\n        - { name: other, in: body, schema: {} }',
      ),
      /name: other, in: body/,
      /an operation has one parameter `in: body`, or several `in: formData`: this one is beside a body/,
    ],
    [
      'a form beside a body',
      SWAGGER.replace(
        'parameters: [{ $ref: "#/parameters/petBody" }]',
        'parameters: [{ name: note, in: formData, type: string },\n        { $ref: "#/parameters/petBody" }]',
      ),
      /name: note, in: formData/,
      /this one is beside a body/,
    ],
    [
      'a second body of a path, by reference',
      SWAGGER.replace(
        'paths:\n',
        `paths:
  /many:
    parameters:
      - { name: more, in: body, schema: {} }
      - { $ref: "#/parameters/petBody" }
    post: { operationId: addMany, responses: { "200": { description: Done. } } }
`,
      ),
      /\$ref: "#\/parameters\/petBody"/,
      /this one is beside a body/,
    ],
    [
      'a default of null',
      SWAGGER.replace('x-nullable: true', 'x-nullable: true, default: 3'),
      /owner: \{/,
      /the default 3 is not of type string/,
    ],
  ]

  test.each(faults)('%s: at the place in the file, in its words', async (_, text, line, says) => {
    const messages = await messagesOf(text)
    expect(messages).toHaveLength(1)
    const [message = ''] = messages
    expect(message).toMatch(says)
    expect(message).not.toMatch(/components|requestBody/)
    const at = Number(/^faulty\.yaml:(\d+):/.exec(message)?.[1])
    expect(text.split('\n')[at - 1]).toMatch(line)
  })

  test.each([
    ['tabs', 'collectionFormat: pipes', 'collectionFormat: tsv', /name: tags, in: query/],
    [
      'pipes in a path',
      'in: path, required: true, type: array,',
      'in: path, required: true, type: array, collectionFormat: pipes,',
      /name: ids, in: path/,
    ],
  ])('%s: lists that clients cannot write as described', async (_, before, after, line) => {
    const text = SWAGGER.replace(before, after)
    const messages = await messagesOf(text)
    const [message = ''] = messages
    expect(messages).toHaveLength(1)
    expect(message).toMatch(/TW5015 "\w+" is no `collectionFormat` that can be sent here/)
    expect(message).toContain('so this is sent as csv')
    expect(message).toMatch(/help: (?:Use|Leave) .*`collectionFormat`/)
    expect(message).not.toContain('style')
    const at = Number(/^faulty\.yaml:(\d+):/.exec(message)?.[1])
    expect(text.split('\n')[at - 1]).toMatch(line)
  })

  test('an overlay extends the file as it is written, and is shown where it is wrong', async () => {
    const overlay = `overlay: 1.0.0
info: { title: O, version: "1" }
actions:
  - target: $.definitions.Pet.properties
    update: { age: { type: int } }
`
    const [message = '', ...others] = await messagesOf(SWAGGER, overlay)
    expect(others).toEqual([])
    expect(message).toMatch(/^overlay\.yaml:5:\d+ error TW2001/)
  })

  test('other versions are refused by name', async () => {
    const [message = ''] = await messagesOf('swagger: "1.2"\ninfo: { title: Old, version: "1" }\n')
    expect(message).toContain('Swagger "1.2"')
  })
})

describe('references into other files', () => {
  const HEAD = 'swagger: "2.0"\ninfo: { title: Pets, version: "1" }\nhost: a.example\n'
  const DEFINITIONS = `definitions:
  Pet:
    type: object
    required: [name]
    properties: { name: { type: string, x-nullable: true }, mother: { $ref: "#/definitions/Pet" } }
`

  async function typesOf(target: string, other: string): Promise<string> {
    writeFileSync(path.join(folder, 'other.yaml'), other)
    const files = await filesOf(`${HEAD}paths:
  /pets:
    get:
      operationId: getPet
      parameters: [{ name: kind, in: query, type: string }]
      responses: { "200": { description: A pet., schema: { $ref: "${target}" } } }
`)
    return files['src/types.ts'] ?? ''
  }

  const TYPE = 'export interface Pet {\n  name: string | null\n  mother?: Pet\n}\n'

  test.each([
    ['definitions of another document of 2.0', `${HEAD}paths: {}\n${DEFINITIONS}`],
    ['a file of nothing but definitions', DEFINITIONS],
  ])('%s', async (_, other) => {
    expect(await typesOf('other.yaml#/definitions/Pet', other)).toContain(TYPE)
  })

  test('a file that is a schema', async () => {
    const schema = `type: object
title: Pet
required: [name]
properties: { name: { type: string, x-nullable: true }, in: { type: string } }
`
    expect(await typesOf('other.yaml', schema)).toContain('name: string | null')
  })

  test('parameters and responses of another document of 2.0', async () => {
    const other = `${HEAD}paths: {}
parameters: { limit: { name: limit, in: query, type: integer } }
responses: { Found: { description: A pet., schema: { $ref: "#/definitions/Pet" } } }
${DEFINITIONS}`
    writeFileSync(path.join(folder, 'other.yaml'), other)
    const files = await filesOf(`${HEAD}paths:
  /pets:
    get:
      operationId: getPet
      parameters: [{ $ref: "other.yaml#/parameters/limit" }]
      responses: { "200": { $ref: "other.yaml#/responses/Found" } }
`)
    expect(files['src/inputs.ts']).toContain('limit?: number')
    expect(files['src/types.ts']).toContain(TYPE)
  })

  test.each([
    ['parameter', 'limit: { name: limit, in: query, type: integer }', 'a parameter'],
    ['response', 'limit: { description: A pet., schema: { type: string } }', 'a response'],
  ])('a %s outside of such a document is refused where it is', async (_, other, what) => {
    writeFileSync(path.join(folder, 'other.yaml'), `${other}\n`)
    const messages = await messagesOf(`${HEAD}paths:
  /pets:
    get:
      operationId: getPet
      parameters: [{ $ref: "other.yaml#/limit" }]
      responses: { "204": { description: None. } }
`)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/^other.yaml:1:/)
    expect(messages[0]).toContain(`${what} of Swagger 2.0 in a file that is no document`)
  })

  test('a body in another document is refused, with what to do', async () => {
    const other = `${HEAD}paths: {}\nparameters: { pet: { name: pet, in: body, schema: { type: object } } }\n`
    writeFileSync(path.join(folder, 'other.yaml'), other)
    const messages = await messagesOf(`${HEAD}paths:
  /pets:
    post:
      operationId: addPet
      parameters: [{ $ref: "other.yaml#/parameters/pet" }]
      responses: { "204": { description: None. } }
`)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/cannot resolve \$ref other.yaml#\/parameters\/pet/)
    expect(messages[0]).toMatch(/`in: body`/)
  })
})
