import { answer, body, type Feature, list, parameter, pet, post, property } from './feature.js'

const text = { type: 'string' }

function animal(kind: string): object {
  return { type: 'object', required: ['kind'], properties: { kind: { ...text, enum: [kind] } } }
}

export const openapi30: readonly Feature[] = [
  {
    feature: '`servers` with `variables`',
    document: {
      servers: [{ url: 'https://{region}.a.example', variables: { region: { default: 'eu' } } }],
    },
    does: '`serverUrl({ region })`; the defaults are in `servers`',
    shows: { 'src/client.ts': "fillServer('https://{region}.a.example', { region: 'eu' }" },
  },
  {
    feature: '`servers` of a path or an operation',
    document: list({ servers: [{ url: 'https://b.example' }] }),
    does: 'called there, without credentials unless `trustedOrigins` says so',
    shows: { 'src/operations.ts': "server: 'https://b.example'" },
  },
  {
    feature: '`nullable`',
    document: property({ ...text, nullable: true }),
    does: 'a value or `null`',
    shows: { 'src/types.ts': 'it?: string | null' },
  },
  {
    feature: '`oneOf`, `anyOf`, `discriminator`',
    document: {
      components: {
        schemas: {
          Cat: animal('cat'),
          Dog: animal('dog'),
          Any: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
            discriminator: { propertyName: 'kind' },
          },
        },
      },
    },
    does: 'a tagged union with `matchAny`, guards and constructors',
    shows: { 'src/unions.ts': "propertyTags('kind', ['cat', 'dog'])" },
  },
  {
    feature: '`not`',
    document: property({ ...text, not: { enum: ['x'] } }),
    does: 'checked by validators; the type does not say it',
    shows: { 'src/types.ts': 'it?: string', 'src/validate.ts': 'not(' },
  },
  {
    feature: '`readOnly`, `writeOnly`',
    document: property({ ...text, readOnly: true }),
    does: 'two types, `Pet` as received and `PetInput` as sent',
    shows: { 'src/types.ts': 'export interface PetInput' },
  },
  {
    feature: '`style`, `explode`, `allowReserved` of parameters',
    document: parameter({
      in: 'query',
      name: 'filter',
      style: 'deepObject',
      schema: { type: 'object', properties: { a: text } },
    }),
    does: 'sent like that, arrays in `deepObject` with indices',
    shows: { 'src/operations.ts': 'write: deepObject' },
  },
  {
    feature: '`content` of parameters',
    document: parameter({
      in: 'query',
      name: 'filter',
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
    does: 'sent as JSON',
    shows: { 'src/operations.ts': 'write: jsonPair' },
  },
  {
    feature: 'parameters `in: cookie`',
    document: parameter({ in: 'cookie', name: 'session', schema: text }),
    does: 'sent, except by browsers, which reserve the header',
    shows: { 'src/operations.ts': "in: 'cookie'" },
  },
  {
    feature: '`allowEmptyValue`',
    document: parameter({ in: 'query', name: 'q', allowEmptyValue: true, schema: text }),
    does: 'an empty text can always be sent',
    sameAs: parameter({ in: 'query', name: 'q', schema: text }),
  },
  {
    feature: 'several content types of a body',
    document: body({
      'application/json': { schema: pet },
      'application/x-www-form-urlencoded': { schema: pet },
    }),
    does: 'JSON, unless the call says `contentType`',
    shows: { 'src/operations.ts': 'write: chosenBody' },
  },
  {
    feature: '`multipart/form-data` with `encoding`',
    document: body({
      'multipart/form-data': {
        schema: { type: 'object', properties: { a: { type: 'object' } } },
        encoding: { a: { contentType: 'application/json' } },
      },
    }),
    does: 'an object of fields, `Blob`s and `File`s among them',
    shows: { 'src/operations.ts': "parts: { a: { type: 'application/json' } }" },
  },
  {
    feature: '`headers` of an `encoding`',
    document: body({
      'multipart/form-data': {
        schema: { type: 'object', properties: { a: text } },
        encoding: { a: { headers: { 'X-A': { schema: text } } } },
      },
    }),
    does: 'not sent: fields of forms have no headers (RFC 7578)',
    says: ['TW5014'],
  },
  {
    feature: '`text/event-stream`, JSON Lines and JSON sequences as answers',
    document: answer({ 'text/event-stream': { schema: pet } }),
    does: 'an async iterable of items',
    shows: { 'src/client.ts': 'addPet(options?: StreamOptions): AsyncIterableIterator<Pet>' },
  },
  {
    feature: '`headers` of answers',
    document: list({
      responses: { 200: { headers: { 'X-Total': { schema: { type: 'integer' } } } } },
    }),
    does: 'typed and converted in `client.answer`',
    shows: { 'src/operations.ts': "heads: { 'X-Total': headerNumber }" },
  },
  {
    feature: '`links`',
    document: list({ responses: { 200: { links: { next: { operationId: 'listPets' } } } } }),
    does: 'read, without effect: pages are described by `x-tagwire-paginator`',
  },
  {
    feature: '`callbacks`',
    document: post({
      callbacks: {
        added: {
          '{$request.query.url}': {
            post: {
              requestBody: { content: { 'application/json': { schema: pet } } },
              responses: { 204: { description: 'Yes.' } },
            },
          },
        },
      },
    }),
    does: 'the types of what arrives',
    shows: { 'src/webhooks.ts': 'interface Callbacks' },
  },
  {
    feature: 'statuses, ranges of them, `default`',
    document: list({
      responses: {
        '4XX': {
          description: 'No.',
          content: {
            'application/json': { schema: { type: 'object', properties: { why: text } } },
          },
        },
      },
    }),
    does: 'each success and each error with its own type',
    shows: { 'src/operations.ts': "{ '4XX': ListPetsResponse_4XX }" },
  },
  {
    feature: '`security`: `http`, `apiKey`, `oauth2`, `openIdConnect`',
    document: {
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    does: 'options of the client, described in README and comments',
    shows: { 'src/client.ts': 'readonly token?: CredentialOption<string>' },
  },
  {
    feature: '`description`, `summary`, `deprecated`',
    document: list({ summary: 'All pets.', deprecated: true }),
    does: 'comments, README and pages',
    isText: true,
    shows: { 'src/client.ts': '* @deprecated' },
  },
  {
    feature: '`externalDocs`',
    document: list({ externalDocs: { url: 'https://a.example/docs' } }),
    does: 'read, without effect',
  },
  {
    feature: '`xml`',
    document: property({ ...text, xml: { name: 'x' } }),
    does: 'read, without effect: a body of XML is text',
    sameAs: property(text),
  },
  {
    feature: '`trace` operations',
    document: {
      paths: {
        '/pets': {
          trace: { operationId: 'tracePets', responses: { 204: { description: 'Yes.' } } },
        },
      },
    },
    does: 'left out: `fetch` refuses to send them',
    says: ['TW5013'],
  },
]
