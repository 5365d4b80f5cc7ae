import { answer, body, type Feature, list, parameter, pet, property } from './feature.js'

const text = { type: 'string' }
const yes = { 204: { description: 'Yes.' } }

export const openapi32: readonly Feature[] = [
  {
    feature: '`$self`',
    document: {
      $self: 'https://a.example/pets.json',
      ...property({ $ref: 'https://a.example/pets.json#/components/schemas/Pet' }),
    },
    does: 'references to this address are to this document',
    shows: { 'src/types.ts': 'it?: Pet' },
  },
  {
    feature: '`query` operations',
    document: {
      paths: {
        '/pets': {
          query: {
            operationId: 'findPets',
            requestBody: { required: true, content: { 'application/json': { schema: pet } } },
            responses: yes,
          },
        },
      },
    },
    does: 'a method with a body, which is safe and may be retried',
    shows: { 'src/operations.ts': "method: 'QUERY'" },
  },
  {
    feature: '`additionalOperations`',
    document: {
      paths: {
        '/pets': { additionalOperations: { COPY: { operationId: 'copyPets', responses: yes } } },
      },
    },
    does: 'sent with that method',
    shows: { 'src/operations.ts': "method: 'COPY'" },
  },
  {
    feature: 'parameters `in: querystring`',
    document: parameter({
      in: 'querystring',
      name: 'q',
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { a: text } },
        },
      },
    }),
    does: 'the whole query as one value, a form or JSON',
    shows: { 'src/operations.ts': 'write: formQuery' },
  },
  {
    feature: '`style: cookie`',
    document: parameter({ in: 'cookie', name: 'session', style: 'cookie', schema: text }),
    does: 'sent without escapes',
    shows: { 'src/operations.ts': 'raw: true' },
  },
  {
    feature: '`itemSchema` of an answer',
    document: answer({ 'application/jsonl': { itemSchema: pet } }),
    does: 'an async iterable of items, each checked if validators are on',
    shows: { 'src/client.ts': 'addPet(options?: StreamOptions): AsyncIterableIterator<Pet>' },
  },
  {
    feature: '`itemSchema` of a request',
    document: body({ 'application/jsonl': { itemSchema: pet } }),
    does: 'a list or an (async) iterable of items, sent one by one as JSON Lines or a JSON sequence, each checked if validators are on; events are bytes',
    shows: {
      'src/client.ts': 'addPet(body: ItemsInput<Pet>, ',
      'src/validate.ts': 'itemsValidator(petValidator)',
    },
  },
  {
    feature: '`multipart/mixed`, with `prefixEncoding` and `itemEncoding`',
    document: body({
      'multipart/mixed': { itemSchema: pet, itemEncoding: { contentType: 'application/json' } },
    }),
    does: 'bytes, as a `Blob` whose type has the boundary',
    says: ['TW5014'],
    shows: { 'src/client.ts': 'addPet(body: BinaryInput, ' },
  },
  {
    feature: '`multipart/mixed` of an answer, with `itemSchema` of JSON',
    document: answer({ 'multipart/mixed': { itemSchema: pet } }),
    does: 'an async iterable of the values in its parts, each checked if validators are on',
    shows: {
      'src/client.ts': 'addPet(options?: StreamOptions): AsyncIterableIterator<Pet>',
      'src/operations.ts': 'items: jsonParts,',
    },
  },
  {
    feature: '`multipart/mixed` of an answer, with other parts',
    document: answer({
      'multipart/mixed': {
        itemSchema: {},
        prefixEncoding: [{ contentType: 'application/json' }, { contentType: 'image/png' }],
      },
    }),
    does: 'a `Blob` whose type has the boundary',
    shows: { 'src/client.ts': 'addPet(options?: CallOptions): Promise<Blob>' },
  },
  {
    feature: '`encoding` inside an `encoding`',
    document: body({
      'multipart/form-data': {
        schema: { type: 'object', properties: { a: { type: 'object' } } },
        encoding: { a: { encoding: { b: { contentType: 'text/plain' } } } },
      },
    }),
    does: 'the part is sent as a whole',
    says: ['TW5014'],
  },
  {
    feature: '`components.mediaTypes`',
    document: withMediaType(),
    does: 'resolved',
    shows: { 'src/client.ts': 'addPet(body: Pet, ' },
  },
  {
    feature: '`discriminator.defaultMapping`',
    document: {
      components: {
        schemas: {
          Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' } } },
          Other: { type: 'object', properties: { kind: text } },
          Any: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Other' }],
            discriminator: { propertyName: 'kind', defaultMapping: 'Other' },
          },
        },
      },
    },
    does: 'the kind of values with any other tag, or with none',
    shows: { 'src/unions.ts': "propertyTags('kind', ['cat', 'Other'], undefined, 'Other')" },
  },
  {
    feature: '`summary`, `parent`, `kind` of tags',
    document: {
      tags: [
        { name: 'all', summary: 'All pets', kind: 'nav' },
        { name: 'some', parent: 'all' },
        { name: 'new', summary: 'New', kind: 'badge' },
      ],
      ...list({ tags: ['new', 'some'] }),
    },
    does: 'groups with titles, and marks, in the README and on the pages of `@tagwire/emit-docs`',
    withPages: true,
    shows: {
      'docs/reference.md':
        '### All pets\n\n#### some\n\n- [`listPets`](operations/listPets.md) (New)',
      'docs/operations/listPets.md': 'group: "All pets / some"',
    },
  },
  {
    feature: '`name` of a server',
    document: { servers: [{ url: 'https://a.example', name: 'main' }] },
    does: 'read, without effect',
  },
  {
    feature: '`summary` of an answer',
    document: list({ responses: { 200: { summary: 'All of them.' } } }),
    does: 'a comment in `./schema`',
    isText: true,
    shows: { 'src/schema.ts': 'All of them.' },
  },
  {
    feature: '`deviceAuthorization` of `oauth2`, `oauth2MetadataUrl`, `deprecated` of a scheme',
    document: {
      components: {
        securitySchemes: {
          device: {
            type: 'oauth2',
            deprecated: true,
            oauth2MetadataUrl: 'https://a.example/m',
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: 'https://a.example/d',
                tokenUrl: 'https://a.example/t',
                scopes: {},
              },
            },
          },
        },
      },
      security: [{ device: [] }],
    },
    does: 'an option that takes the access token; you get it from the service',
    shows: { 'src/client.ts': 'An access token of OAuth 2 (`deviceAuthorization`)' },
  },
  {
    feature: '`dataValue`, `serializedValue` of examples',
    document: parameter({
      in: 'query',
      name: 'q',
      schema: { type: 'integer' },
      examples: { a: { dataValue: 'no number' } },
    }),
    does: '`dataValue` is compared with its schema, `serializedValue` is read without effect',
    says: ['TW2014'],
  },
  {
    feature: '`nodeType` of `xml`',
    document: property({ ...text, xml: { nodeType: 'text' } }),
    does: 'read, without effect: a body of XML is text',
    sameAs: property(text),
  },
]

function withMediaType(): object {
  return {
    ...body({ 'application/json': { $ref: '#/components/mediaTypes/Pet' } }),
    components: { mediaTypes: { Pet: { schema: pet } } },
  }
}
