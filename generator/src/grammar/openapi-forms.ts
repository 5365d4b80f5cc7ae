import { keywords, type Language } from './form.js'
import { SHARED, type SharedKind } from './shared-forms.js'

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
    keywords: {
      ...keywords('text', '$self jsonSchemaDialect'),
      ...keywords('any', 'openapi externalDocs'),
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
  Paths: { keywords: {}, others: 'PathItem' },
  PathItem: {
    keywords: {
      ...keywords('text', 'summary description'),
      ...keywords('Operation', 'get put post delete options head patch trace query'),
      additionalOperations: '{Operation}',
      servers: '[Server]',
      parameters: '[Parameter]',
    },
  },
  Operation: {
    keywords: {
      ...keywords('text', 'operationId summary description'),
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
      'alias',
      ...['waiter', 'paginator', 'rules', 'made-from'],
    ],
  },
  Parameter: {
    keywords: {
      ...keywords('text', 'description style'),
      ...keywords('flag', 'required deprecated allowEmptyValue explode allowReserved'),
      // `name` and `in` are checked when they are read.
      ...keywords('any', 'name in example examples'),
      schema: 'Schema',
      content: '{MediaType}',
    },
    extensions: ['lists', 'replaced-by'],
  },
  RequestBody: { keywords: { description: 'text', content: '{MediaType}', required: 'flag' } },
  MediaType: {
    keywords: {
      ...keywords('Schema', 'schema itemSchema'),
      ...keywords('any', 'example examples prefixEncoding itemEncoding'),
      encoding: '{Encoding}',
    },
  },
  Encoding: {
    keywords: {
      ...keywords('text', 'contentType style'),
      ...keywords('flag', 'explode allowReserved'),
      ...keywords('any', 'headers encoding prefixEncoding itemEncoding'),
    },
    extensions: ['lists'],
  },
  Responses: { keywords: { default: 'Response' }, others: 'Response' },
  Response: {
    keywords: {
      ...keywords('text', 'summary description'),
      headers: '{any}',
      content: '{MediaType}',
      links: 'any',
    },
  },
  Callback: { keywords: {}, others: 'PathItem' },
  SecurityRequirement: { keywords: {}, others: '[any]' },
  Components: {
    keywords: {
      schemas: '{Schema}',
      securitySchemes: '{SecurityScheme}',
      ...keywords('{any}', 'responses parameters examples requestBodies headers links callbacks'),
      ...keywords('{any}', 'pathItems mediaTypes'),
    },
  },
  SecurityScheme: {
    keywords: {
      ...keywords('text', 'type description name in scheme bearerFormat openIdConnectUrl'),
      ...keywords('text', 'oauth2MetadataUrl'),
      deprecated: 'flag',
      flows: 'any',
    },
  },
}
