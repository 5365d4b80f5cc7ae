import { keywords, type Language } from './form.js'
import { SCHEMA, type SchemaKind } from './schema-forms.js'

export type SharedKind = SchemaKind | 'Info' | 'Server' | 'ServerVariable' | 'Tag'

/** What OpenAPI and OpenRPC have in common. */
export const SHARED: Language<SharedKind> = {
  ...SCHEMA,
  Info: {
    keywords: {
      ...keywords('text', 'title summary description termsOfService version'),
      ...keywords('any', 'contact license'),
    },
    needs: ['title', 'version'],
  },
  Server: {
    keywords: {
      ...keywords('text', 'name summary description'),
      url: 'any',
      variables: '{ServerVariable}',
    },
    extensions: ['name'],
  },
  ServerVariable: { keywords: { ...keywords('text', 'default description'), enum: '[any]' } },
  Tag: {
    keywords: { ...keywords('text', 'name summary description parent kind'), externalDocs: 'any' },
  },
}
