import { type Language, words } from './form.js'
import { SCHEMA, type SchemaKind } from './schema.js'

export type SharedKind = SchemaKind | 'Info' | 'Server' | 'ServerVariable' | 'Tag'

/** What OpenAPI and OpenRPC have in common. */
export const SHARED: Language<SharedKind> = {
  ...SCHEMA,
  Info: {
    words: {
      ...words('text', 'title summary description termsOfService version'),
      ...words('any', 'contact license'),
    },
    needs: ['title', 'version'],
  },
  Server: {
    words: {
      ...words('text', 'name summary description'),
      url: 'any',
      variables: '{ServerVariable}',
    },
    extensions: ['name'],
  },
  ServerVariable: { words: { ...words('text', 'default description'), enum: '[any]' } },
  Tag: {
    words: { ...words('text', 'name summary description parent kind'), externalDocs: 'any' },
  },
}
