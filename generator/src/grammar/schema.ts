import { type Language, words } from './form.js'

export type SchemaKind = 'Schema' | 'Discriminator'

/** Keywords of all drafts of JSON Schema, and those that OpenAPI 3 adds. */
export const SCHEMA: Language<SchemaKind> = {
  Schema: {
    words: {
      ...words('text', '$ref $dynamicRef $recursiveRef $id $schema $anchor $dynamicAnchor'),
      ...words('text', 'title description format contentEncoding contentMediaType'),
      ...words('flag', 'deprecated readOnly writeOnly nullable uniqueItems'),
      ...words('Schema', 'additionalProperties unevaluatedProperties propertyNames contentSchema'),
      ...words('Schema', 'additionalItems unevaluatedItems contains not if then else'),
      ...words('[Schema]', 'allOf oneOf anyOf prefixItems'),
      ...words('{Schema}', '$defs definitions properties patternProperties dependentSchemas'),
      enum: '[any]',
      discriminator: 'Discriminator',
      // Data, and keywords whose form is checked when they are read.
      ...words('any', 'id $recursiveAnchor $vocabulary $comment default example examples xml'),
      ...words('any', 'externalDocs type const required items pattern minLength maxLength minimum'),
      ...words('any', 'maximum exclusiveMinimum exclusiveMaximum multipleOf divisibleBy minItems'),
      ...words('any', 'maxItems minProperties maxProperties minContains maxContains dependencies'),
      ...words('any', 'dependentRequired extends disallow'),
    },
    extensions: ['name', 'alias', 'tag', 'open', 'missing', 'replaced-by'],
  },
  Discriminator: {
    words: { ...words('text', 'propertyName defaultMapping'), mapping: '{text}' },
    needs: ['propertyName'],
  },
}
