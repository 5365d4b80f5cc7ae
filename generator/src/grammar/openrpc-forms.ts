import { keywords, type Language } from './form.js'
import { SHARED, type SharedKind } from './shared-forms.js'

type Kind = SharedKind | 'Document' | 'Method' | 'ContentDescriptor' | 'Error' | 'Components'

/** OpenRPC 1.x. */
export const OPENRPC: Language<Kind> = {
  ...SHARED,
  Document: {
    keywords: {
      ...keywords('any', 'openrpc externalDocs'),
      $schema: 'text',
      info: 'Info',
      servers: '[Server]',
      methods: '[Method]',
      components: 'Components',
    },
    needs: ['info', 'methods'],
    extensions: ['keywords', 'dialect', 'transports', 'settings', 'errors'],
  },
  Method: {
    keywords: {
      ...keywords('text', 'summary description paramStructure'),
      // `name` is checked when it is read.
      ...keywords('any', 'name externalDocs links'),
      tags: '[Tag]',
      params: '[ContentDescriptor]',
      result: 'ContentDescriptor',
      deprecated: 'flag',
      servers: '[Server]',
      errors: '[Error]',
      examples: '[any]',
    },
    extensions: [
      ...['name', 'replaced-by', 'safe', 'idempotent', 'transports', 'requires'],
      'alias',
      ...['waiter', 'paginator', 'sequence', 'events', 'subscription'],
    ],
  },
  ContentDescriptor: {
    keywords: {
      ...keywords('text', 'summary description'),
      ...keywords('flag', 'required deprecated'),
      name: 'any',
      schema: 'Schema',
    },
    extensions: ['encoding', 'replaced-by'],
  },
  Error: { keywords: { message: 'text', ...keywords('any', 'code data') } },
  Components: {
    keywords: {
      schemas: '{Schema}',
      ...keywords('{any}', 'contentDescriptors examples links errors examplePairingObjects tags'),
      ...keywords('{any}', 'methods examplePairings'),
    },
  },
}
