import { keywords, type Language } from './form.js'

export type SchemaKind = 'Schema' | 'Discriminator'

/** Keywords of all drafts of JSON Schema, and those that OpenAPI 3 adds. */
export const SCHEMA: Language<SchemaKind> = {
  Schema: {
    keywords: {
      ...keywords('text', '$ref $dynamicRef $recursiveRef $id $schema $anchor $dynamicAnchor'),
      ...keywords('text', 'title description format contentEncoding contentMediaType'),
      ...keywords('flag', 'deprecated readOnly writeOnly nullable uniqueItems'),
      ...keywords(
        'Schema',
        'additionalProperties unevaluatedProperties propertyNames contentSchema',
      ),
      ...keywords('Schema', 'additionalItems unevaluatedItems contains not if then else'),
      ...keywords('[Schema]', 'allOf oneOf anyOf prefixItems'),
      ...keywords('{Schema}', '$defs definitions properties patternProperties dependentSchemas'),
      enum: '[any]',
      discriminator: 'Discriminator',
      // Data, and keywords whose form is checked when they are read.
      ...keywords('any', 'id $recursiveAnchor $vocabulary $comment default example examples xml'),
      ...keywords(
        'any',
        'externalDocs type const required items pattern minLength maxLength minimum',
      ),
      ...keywords(
        'any',
        'maximum exclusiveMinimum exclusiveMaximum multipleOf divisibleBy minItems',
      ),
      ...keywords(
        'any',
        'maxItems minProperties maxProperties minContains maxContains dependencies',
      ),
      ...keywords('any', 'dependentRequired extends disallow'),
    },
    extensions: ['name', 'alias', 'tag', 'open', 'missing', 'replaced-by'],
  },
  Discriminator: {
    keywords: { ...keywords('text', 'propertyName defaultMapping'), mapping: '{text}' },
    needs: ['propertyName'],
  },
}
