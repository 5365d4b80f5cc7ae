import { type Feature, pet, property } from './feature.js'

const text = { type: 'string' }
const yes = { 204: { description: 'Yes.' } }

export const openapi31: readonly Feature[] = [
  {
    feature: '`webhooks`',
    document: {
      webhooks: {
        added: {
          post: {
            requestBody: { content: { 'application/json': { schema: pet } } },
            responses: yes,
          },
        },
      },
    },
    does: 'the types of what arrives',
    shows: { 'src/webhooks.ts': 'interface Webhooks' },
  },
  {
    feature: 'several `type`s, `type: null`',
    document: property({ type: ['string', 'null'] }),
    does: 'a union of types',
    shows: { 'src/types.ts': 'it?: string | null' },
  },
  {
    feature: '`nullable`, of 3.0',
    document: property({ ...text, nullable: true }),
    does: 'read as it is meant',
    shows: { 'src/types.ts': 'it?: string | null' },
    says: ['TW2013'],
  },
  {
    feature: '`const`',
    document: property({ const: 'a' }),
    does: 'a literal type; in a union, a tag',
    shows: { 'src/types.ts': "it?: 'a'" },
  },
  {
    feature: '`prefixItems`',
    document: property({ type: 'array', prefixItems: [text, { type: 'integer' }] }),
    does: 'a tuple',
    shows: { 'src/types.ts': 'it?: [string?, number?, ...unknown[]]' },
  },
  {
    feature: '`patternProperties`',
    document: property({ type: 'object', patternProperties: { '^x-': text } }),
    does: 'checked by validators; the type is a record',
    shows: { 'src/types.ts': 'it?: Record<string, unknown>', 'src/validate.ts': '^x-' },
  },
  {
    feature: '`if`, `then`, `else`, `dependentRequired`, `dependentSchemas`',
    document: property({
      type: 'object',
      properties: { a: text, b: text },
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
      then: { required: ['b'] },
    }),
    does: 'checked by validators; the type does not say it',
    shows: { 'src/validate.ts': 'when(' },
  },
  {
    feature: '`unevaluatedProperties`, `unevaluatedItems`',
    document: property({
      type: 'object',
      properties: { a: text },
      unevaluatedProperties: false,
    }),
    does: 'checked by strict validators',
    shows: { 'src/validate.ts': 'evaluat' },
  },
  {
    feature: '`$defs`, `$id`, `$anchor`',
    document: property({ $defs: { Name: { ...text, $anchor: 'name' } }, $ref: '#name' }),
    does: 'resolved',
    shows: { 'src/types.ts': 'it?: ' },
  },
  {
    feature: '`$dynamicRef`',
    document: {
      components: {
        schemas: {
          Tree: {
            $dynamicAnchor: 'node',
            type: 'object',
            properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
          },
        },
      },
    },
    does: 'resolved, once for each schema that sets it',
    shows: { 'src/types.ts': 'children?: Tree[]' },
  },
  {
    feature: 'keywords beside `$ref`',
    document: property({ $ref: '#/components/schemas/Pet', description: 'Its mother.' }),
    does: 'both hold',
    shows: { 'src/types.ts': '/** Its mother. */' },
  },
  {
    feature: '`contentEncoding`, `contentMediaType`, `contentSchema`',
    document: property({ ...text, contentEncoding: 'base64' }),
    does: 'text; `./decode` makes bytes of base64',
    shows: { 'src/decode.ts': 'base64' },
  },
  {
    feature: '`components.pathItems`',
    document: {
      paths: { '/cats': { $ref: '#/components/pathItems/Cats' } },
      components: { pathItems: { Cats: { get: { operationId: 'listCats', responses: yes } } } },
    },
    does: 'operations like others',
    shows: { 'src/operations.ts': "path: '/cats'" },
  },
  {
    feature: '`info.summary`, `license.identifier`',
    document: { info: { summary: 'All pets.', license: { name: 'MIT', identifier: 'MIT' } } },
    does: 'read, without effect: the license of a package is an option',
  },
  {
    feature: '`jsonSchemaDialect`',
    document: { jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' },
    does: 'read, without effect on 2020-12',
  },
  {
    feature: '`mutualTLS`',
    document: {
      components: { securitySchemes: { cert: { type: 'mutualTLS' } } },
      security: [{ cert: [] }],
    },
    does: 'README says that your `fetch` needs the certificate',
    isText: true,
    shows: { 'README.md': 'a certificate of the client' },
  },
]
