import { conditions, object, type Row, ref, SELF, text, whole } from './keyword-row.js'

/** Keywords of OpenAPI 3.1 and 3.2 alone. */
export const KEYWORDS_OF_31: readonly Row[] = [
  {
    word: 'exclusiveMinimum',
    only: '3.1',
    schema: { type: 'number', exclusiveMinimum: 2 },
    values: [2, 2.5, 1],
  },
  {
    word: 'exclusiveMaximum',
    only: '3.1',
    schema: { type: 'number', exclusiveMaximum: 2 },
    values: [2, 1.5, 3],
  },
  {
    word: 'type list',
    only: '3.1',
    schema: { type: ['integer', 'array', 'null'], minimum: 2, maxItems: 1 },
    values: [2, 1, null, [], [1, 2], 'a'],
  },
  {
    word: 'const',
    only: '3.1',
    schema: { const: { a: [1, null] } },
    values: [{ a: [1, null] }, { a: [1] }, null, 1],
  },
  { word: 'const null', only: '3.1', schema: { const: null }, values: [null, 0, 'null'] },
  {
    word: 'prefixItems',
    only: '3.1',
    schema: { type: 'array', prefixItems: [text, whole] },
    values: [['a', 1], ['a'], [], ['a', 1, true], [1], ['a', 'b']],
  },
  {
    word: 'prefixItems, items: false',
    only: '3.1',
    schema: { type: 'array', prefixItems: [text], items: false },
    values: [['a'], [], ['a', 1], [1]],
  },
  {
    word: 'contains',
    only: '3.1',
    schema: { type: 'array', contains: { type: 'integer', minimum: 3 } },
    values: [[3], ['a', 4], [], [1], ['a']],
  },
  {
    word: 'minContains',
    only: '3.1',
    schema: { type: 'array', contains: whole, minContains: 2, maxContains: 3 },
    values: [[1, 2], [1, 'a', 2], [1], [1, 2, 3, 4], []],
  },
  {
    word: 'minContains: 0',
    only: '3.1',
    schema: { type: 'array', contains: whole, minContains: 0, maxContains: 1 },
    values: [[], ['a'], [1], [1, 2]],
  },
  {
    word: 'unevaluatedItems',
    only: '3.1',
    schema: {
      type: 'array',
      allOf: [{ prefixItems: [text] }],
      anyOf: [{ prefixItems: [true, whole] }, true],
      unevaluatedItems: false,
    },
    values: [['a'], ['a', 1], ['a', 'b'], ['a', 1, 2], [1]],
  },
  {
    word: 'unevaluatedItems, contains',
    only: '3.1',
    schema: { type: 'array', contains: whole, unevaluatedItems: text },
    values: [[1], [1, 'a'], ['a'], [1, true]],
    // Ajv takes all items as evaluated once there is one that `contains` describes.
    isExact: false,
  },
  {
    word: 'dependentRequired',
    only: '3.1',
    schema: object({ a: whole }, { dependentRequired: { a: ['b', 'c'] } }),
    values: [{}, { a: 1, b: 1, c: 1 }, { a: 1 }, { a: 1, b: 1 }, { b: 1 }],
  },
  {
    word: 'dependentSchemas',
    only: '3.1',
    schema: object(
      { a: whole },
      { dependentSchemas: { a: object({ b: text }, { required: ['b'] }) } },
    ),
    values: [{}, { a: 1, b: 'x' }, { a: 1 }, { a: 1, b: 1 }, { b: 1 }],
  },
  {
    word: 'dependentSchemas: false',
    only: '3.1',
    schema: object({ a: whole }, { dependentSchemas: { b: false } }),
    values: [{ a: 1 }, {}, { b: 1 }],
  },
  {
    word: 'if',
    only: '3.1',
    schema: () =>
      object(
        { a: whole, b: text },
        {
          if: { properties: { a: { const: 1 } }, required: ['a'] },
          ...conditions({ required: ['b'] }),
          else: { not: { required: ['b'] } },
        },
      ),
    values: [{ a: 1, b: 'x' }, { a: 1 }, { a: 2 }, { a: 2, b: 'x' }, {}],
  },
  {
    word: 'if alone',
    only: '3.1',
    schema: { if: { type: 'string' }, ...conditions({ maxLength: 1 }) },
    values: ['a', 'ab', 1, null],
  },
  {
    word: 'unevaluatedProperties',
    only: '3.1',
    schema: {
      allOf: [object({ a: whole })],
      oneOf: [object({ b: text }, { required: ['b'] }), object({ c: text }, { required: ['c'] })],
      unevaluatedProperties: false,
    },
    values: [{ b: 'x' }, { a: 1, c: 'x' }, { b: 'x', d: 1 }, { b: 'x', c: 'y' }, {}],
    isExact: false,
  },
  {
    word: 'unevaluatedProperties of a reference',
    only: '3.1',
    schema: { ...ref('A'), properties: { b: text }, unevaluatedProperties: whole },
    others: { A: object({ a: text }) },
    values: [{ a: 'x', b: 'y' }, { a: 'x', z: 1 }, { z: 'x' }, { a: 1 }],
  },
  {
    word: 'unevaluatedProperties and if',
    only: '3.1',
    schema: {
      type: 'object',
      if: object({ a: { const: 1 } }, { required: ['a'] }),
      ...conditions(object({ b: text })),
      unevaluatedProperties: false,
    },
    values: [{ a: 1, b: 'x' }, { a: 2 }, {}, { b: 'x' }, { a: 1 }],
  },
  {
    word: 'propertyNames',
    only: '3.1',
    schema: {
      type: 'object',
      propertyNames: { pattern: '^[a-c]+$', maxLength: 2 },
      additionalProperties: whole,
    },
    values: [{ a: 1 }, { abc: 1 }, { d: 1 }, {}, { a: 'x' }],
  },
  {
    word: 'propertyNames enum',
    only: '3.1',
    schema: { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: whole },
    values: [{ a: 1 }, { c: 1 }, {}, { a: 'x' }],
  },
  {
    word: 'patternProperties',
    only: '3.1',
    schema: object(
      { xa: whole },
      { patternProperties: { '^x': { minimum: 2 }, a$: whole }, additionalProperties: text },
    ),
    values: [{ xa: 2 }, { xa: 1 }, { b: 'x' }, { b: 1 }, { ba: 1 }, { ba: 'x' }, { xb: 'text' }],
  },
  {
    word: 'siblings of $ref',
    only: '3.1',
    schema: { ...ref('A'), maxLength: 2, description: 'short' },
    others: { A: { type: 'string', minLength: 1 } },
    values: ['a', 'ab', 'abc', '', 1],
  },
  {
    word: 'a schema that is false',
    only: '3.1',
    schema: object({ a: false, b: true }),
    values: [{}, { b: 1 }, { a: 1 }],
  },
  {
    word: '$defs',
    only: '3.1',
    schema: {
      $defs: { Inner: whole },
      type: 'array',
      items: { $ref: `#/components/schemas/${SELF}/$defs/Inner` },
    },
    values: [[1], [], ['a'], {}],
  },
  {
    word: '$anchor',
    only: '3.1',
    schema: object({ a: { $ref: `#anchor-${SELF}` } }),
    others: { A: { $anchor: `anchor-${SELF}`, type: 'integer' } },
    values: [{ a: 1 }, {}, { a: 'x' }],
    isExact: false,
  },
]
