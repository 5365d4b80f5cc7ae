import { type Feature, parameter, post } from './feature.js'

function definition(it: object): object {
  return { definitions: { Pet: { properties: { it } } } }
}

function idsAs(collectionFormat: string): object {
  const items = { type: 'string' }
  return parameter({ in: 'query', name: 'ids', type: 'array', items, collectionFormat })
}

function heir(member: string): object {
  const own = { type: 'object', properties: { [member]: { type: 'integer' } } }
  return { allOf: [{ $ref: '#/definitions/Animal' }, own] }
}

export const swagger20: readonly Feature[] = [
  {
    feature: '`host`, `basePath`, `schemes`',
    document: { basePath: '/v1', schemes: ['http', 'https'] },
    does: 'servers of the client, the encrypted one first',
    shows: { 'src/client.ts': "server: 'https://a.example/v1'" },
  },
  {
    feature: '`consumes`, `produces`',
    document: {
      consumes: ['application/x-www-form-urlencoded'],
      ...post({ parameters: [{ in: 'formData', name: 'name', type: 'string' }] }),
    },
    does: 'content types of bodies and answers, of the document or of the operation',
    shows: {
      'src/operations.ts': "body: { type: 'application/x-www-form-urlencoded', write: formBody }",
    },
  },
  {
    feature: 'parameters `in: body` and `in: formData`',
    document: post({
      parameters: [
        { in: 'body', name: 'pet', required: true, schema: { $ref: '#/definitions/Pet' } },
      ],
    }),
    does: 'the body, and the fields of a form',
    shows: { 'src/client.ts': 'addPet(body: Pet, ' },
  },
  {
    feature: '`type: file`',
    document: post({
      parameters: [{ in: 'formData', name: 'photo', type: 'file', required: true }],
    }),
    does: 'a `Blob` in a form, or as an answer',
    shows: { 'src/types.ts': 'photo: Blob' },
  },
  {
    feature: '`collectionFormat`: `csv`, `ssv`, `pipes`, `multi`',
    document: idsAs('pipes'),
    does: 'sent like that',
    shows: { 'src/operations.ts': 'write: pipeDelimited' },
  },
  {
    feature: '`collectionFormat: tsv`',
    document: idsAs('tsv'),
    does: 'sent with commas',
    says: ['TW5015'],
  },
  {
    feature: '`x-nullable`',
    document: definition({ type: 'string', 'x-nullable': true }),
    does: 'a value or `null`',
    shows: { 'src/types.ts': 'it?: string | null' },
  },
  {
    feature: '`discriminator` as a text',
    document: {
      definitions: {
        Animal: {
          type: 'object',
          required: ['kind'],
          discriminator: 'kind',
          properties: { kind: { type: 'string' } },
        },
        Cat: heir('lives'),
        Dog: heir('tricks'),
        Zoo: {
          type: 'object',
          properties: { animals: { type: 'array', items: { $ref: '#/definitions/Animal' } } },
        },
      },
    },
    does: 'a tagged union of the schemas that extend it',
    shows: { 'src/unions.ts': 'matchAnimal' },
  },
  {
    feature: '`securityDefinitions`: `basic`, `apiKey`, `oauth2`',
    document: {
      securityDefinitions: { basic: { type: 'basic' } },
      security: [{ basic: [] }],
    },
    does: 'options of the client',
    shows: { 'src/client.ts': 'readonly basic?: CredentialOption<BasicCredential>' },
  },
]
