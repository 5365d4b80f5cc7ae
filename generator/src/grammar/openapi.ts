import { type Language, words } from './form.js'
import { SHARED, type SharedKind } from './shared.js'

type Kind =
  | SharedKind
  | 'Document'
  | 'Paths'
  | 'PathItem'
  | 'Operation'
  | 'Parameter'
  | 'RequestBody'
  | 'MediaType'
  | 'Encoding'
  | 'Responses'
  | 'Response'
  | 'Callback'
  | 'SecurityRequirement'
  | 'Components'
  | 'SecurityScheme'

/** OpenAPI 3.0 to 3.2. Components are only checked superficially unless they are referenced. */
export const OPENAPI: Language<Kind> = {
  ...SHARED,
  Document: {
    words: {
      ...words('text', '$self jsonSchemaDialect'),
      ...words('any', 'openapi externalDocs'),
      info: 'Info',
      servers: '[Server]',
      paths: 'Paths',
      webhooks: '{PathItem}',
      components: 'Components',
      security: '[SecurityRequirement]',
      tags: '[Tag]',
    },
    needs: ['info'],
    needsOne: ['paths', 'components', 'webhooks'],
    extensions: ['keywords', 'lists', 'world'],
  },
  Paths: { words: {}, others: 'PathItem' },
  PathItem: {
    words: {
      ...words('text', 'summary description'),
      ...words('Operation', 'get put post delete options head patch trace query'),
      additionalOperations: '{Operation}',
      servers: '[Server]',
      parameters: '[Parameter]',
    },
  },
  Operation: {
    words: {
      ...words('text', 'operationId summary description'),
      externalDocs: 'any',
      tags: '[any]',
      parameters: '[Parameter]',
      requestBody: 'RequestBody',
      responses: 'Responses',
      callbacks: '{Callback}',
      deprecated: 'flag',
      security: '[SecurityRequirement]',
      servers: '[Server]',
    },
    extensions: [
      ...['name', 'replaced-by', 'safe', 'idempotent', 'stream'],
      ...['waiter', 'rules', 'made-from'],
    ],
  },
  Parameter: {
    words: {
      ...words('text', 'description style'),
      ...words('flag', 'required deprecated allowEmptyValue explode allowReserved'),
      // `name` and `in` are checked when they are read.
      ...words('any', 'name in example examples'),
      schema: 'Schema',
      content: '{MediaType}',
    },
    extensions: ['lists', 'replaced-by'],
  },
  RequestBody: { words: { description: 'text', content: '{MediaType}', required: 'flag' } },
  MediaType: {
    words: {
      ...words('Schema', 'schema itemSchema'),
      ...words('any', 'example examples prefixEncoding itemEncoding'),
      encoding: '{Encoding}',
    },
  },
  Encoding: {
    words: {
      ...words('text', 'contentType style'),
      ...words('flag', 'explode allowReserved'),
      ...words('any', 'headers encoding prefixEncoding itemEncoding'),
    },
    extensions: ['lists'],
  },
  Responses: { words: { default: 'Response' }, others: 'Response' },
  Response: {
    words: {
      ...words('text', 'summary description'),
      headers: '{any}',
      content: '{MediaType}',
      links: 'any',
    },
  },
  Callback: { words: {}, others: 'PathItem' },
  SecurityRequirement: { words: {}, others: '[any]' },
  Components: {
    words: {
      schemas: '{Schema}',
      securitySchemes: '{SecurityScheme}',
      ...words('{any}', 'responses parameters examples requestBodies headers links callbacks'),
      ...words('{any}', 'pathItems mediaTypes'),
    },
  },
  SecurityScheme: {
    words: {
      ...words('text', 'type description name in scheme bearerFormat openIdConnectUrl'),
      ...words('text', 'oauth2MetadataUrl'),
      deprecated: 'flag',
      flows: 'any',
    },
  },
}
