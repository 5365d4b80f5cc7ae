import { type Language, words } from './form.js'
import { SHARED, type SharedKind } from './shared.js'

type Kind = SharedKind | 'Document' | 'Method' | 'ContentDescriptor' | 'Error' | 'Components'

/** OpenRPC 1.x. */
export const OPENRPC: Language<Kind> = {
  ...SHARED,
  Document: {
    words: {
      ...words('any', 'openrpc externalDocs'),
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
    words: {
      ...words('text', 'summary description paramStructure'),
      // `name` is checked when it is read.
      ...words('any', 'name externalDocs links'),
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
      ...['waiter', 'paginator', 'sequence', 'events'],
    ],
  },
  ContentDescriptor: {
    words: {
      ...words('text', 'summary description'),
      ...words('flag', 'required deprecated'),
      name: 'any',
      schema: 'Schema',
    },
    extensions: ['encoding', 'replaced-by'],
  },
  Error: { words: { message: 'text', ...words('any', 'code data') } },
  Components: {
    words: {
      schemas: '{Schema}',
      ...words('{any}', 'contentDescriptors examples links errors examplePairingObjects tags'),
      ...words('{any}', 'methods examplePairings'),
    },
  },
}
