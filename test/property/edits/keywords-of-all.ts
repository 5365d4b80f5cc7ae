import { object, type Row, ref, SELF, text, whole } from './keyword-row.js'
import type { Schema } from './random-schemas.js'

const PETS = {
  Cat: object({ kind: text, lives: whole }, { required: ['kind', 'lives'] }),
  Dog: object({ kind: text, name: text }, { required: ['kind', 'name'] }),
}
const OF_PETS = [
  { kind: 'cat', lives: 9 },
  { kind: 'dog', name: 'Rex' },
  { kind: 'cat' },
  { kind: 'eel' },
  { lives: 9 },
  { kind: 'dog', lives: 'a' },
  7,
]
const pets = (discriminator: Schema): Schema => ({ oneOf: [ref('Cat'), ref('Dog')], discriminator })
const MAPPING = { cat: `#/components/schemas/${SELF}Cat`, dog: `#/components/schemas/${SELF}Dog` }
const PARENT = {
  Pet: object(
    { kind: text },
    {
      required: ['kind'],
      discriminator: { propertyName: 'kind', mapping: MAPPING },
    },
  ),
  Cat: { allOf: [ref('Pet'), object({ lives: whole }, { required: ['lives'] })] },
  Dog: { allOf: [ref('Pet'), object({ name: text }, { required: ['name'] })] },
}

/** Keywords of OpenAPI 3.0 alone, and of all versions. */
export const KEYWORDS: readonly Row[] = [
  // 3.0 alone
  {
    word: 'nullable',
    only: '3.0',
    schema: { type: 'string', maxLength: 2, nullable: true },
    values: [null, 'a', 'abc', 1],
  },
  {
    word: 'nullable enum',
    only: '3.0',
    schema: { type: 'string', nullable: true, enum: ['a', null] },
    values: [null, 'a', 1, {}],
    isExact: false,
  },
  {
    word: 'nullable allOf',
    only: '3.0',
    schema: { nullable: true, allOf: [ref('A')] },
    others: { A: object({ a: whole }) },
    values: [null, {}, { a: 'b' }, 1],
    isExact: false,
  },
  {
    word: 'exclusiveMinimum: true',
    only: '3.0',
    schema: { type: 'number', minimum: 2, exclusiveMinimum: true },
    values: [2, 2.5, 3, 1],
  },
  {
    word: 'exclusiveMaximum: true',
    only: '3.0',
    schema: { type: 'number', maximum: 2, exclusiveMaximum: true },
    values: [2, 1.5, 1, 3],
  },
  {
    word: 'exclusiveMaximum: false',
    only: '3.0',
    schema: { type: 'number', maximum: 2, exclusiveMaximum: false },
    values: [2, 1.5, 3],
  },
  // both
  {
    word: 'minLength',
    schema: { type: 'string', minLength: 1, maxLength: 2 },
    values: ['a', '😀😀', '', 'abc', 1],
  },
  { word: 'pattern', schema: { type: 'string', pattern: 'b$' }, values: ['ab', 'b', 'ba', '', 1] },
  {
    word: 'format',
    schema: { type: 'string', format: 'date' },
    values: ['2024-02-29', '2023-02-29', 'x', 1],
    isExact: false,
  },
  {
    word: 'contentEncoding',
    only: '3.1',
    schema: { type: 'string', contentEncoding: 'base64' },
    values: ['AA==', '', 1, null],
    isExact: false,
  },
  {
    word: 'multipleOf',
    schema: { type: 'number', multipleOf: 0.1 },
    values: [0.3, 0, 1, 0.25, 'a'],
    // Ajv divides binary fractions: 0.3 is no multiple of 0.1 to it.
    isExact: false,
  },
  {
    word: 'limits without type',
    schema: { minimum: 2, maxLength: 1, minItems: 1, required: ['a'] },
    values: [2, 1, 'a', 'ab', [1], [], { a: 1 }, {}, null],
  },
  {
    word: 'uniqueItems',
    schema: { type: 'array', items: {}, uniqueItems: true, minItems: 1 },
    values: [
      [1, '1'],
      [{ a: 1, b: 2 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [],
      [1, 1],
    ],
  },
  {
    word: 'enum of all types',
    schema: { enum: [1, 'a', true, { b: [1] }] },
    values: [1, 'a', true, { b: [1] }, 2, 'b', false, { b: [2] }],
  },
  {
    word: 'minProperties',
    schema: { type: 'object', minProperties: 1, maxProperties: 2 },
    values: [{ a: 1 }, {}, { a: 1, b: 2, c: 3 }, { a: 1, b: 2 }],
  },
  {
    word: 'additionalProperties: false',
    schema: object({ a: whole }, { additionalProperties: false }),
    values: [{ a: 1 }, {}, { b: 1 }, { a: 'x' }],
  },
  {
    word: 'additionalProperties',
    schema: object({ a: whole }, { additionalProperties: { type: 'string', maxLength: 1 } }),
    values: [{ a: 1 }, { a: 1, b: 'x' }, { b: 'xy' }, { b: 1 }],
  },
  {
    word: 'required alone',
    schema: { type: 'object', required: ['a', 'b'] },
    values: [{ a: 1, b: 2 }, { a: 1 }, {}, []],
  },
  {
    word: 'not',
    schema: { not: { anyOf: [{ type: 'string' }, object({ a: whole }, { required: ['a'] })] } },
    values: [1, {}, { a: 'x' }, 'a', { a: 1 }],
  },
  {
    word: 'allOf with a union inside',
    schema: {
      allOf: [
        object({ a: whole }),
        {
          anyOf: [
            object({ b: text }, { required: ['b'] }),
            object({ c: text }, { required: ['c'] }),
          ],
        },
      ],
    },
    values: [{ b: 'x' }, { a: 1, c: 'x' }, { a: 1 }, { a: 'x', b: 'x' }, { b: 1 }],
    isExact: false,
  },
  {
    word: 'overlapping oneOf',
    schema: {
      oneOf: [
        { type: 'integer', multipleOf: 2 },
        { type: 'integer', multipleOf: 3 },
        { type: 'string' },
      ],
    },
    values: [2, 3, 6, 5, 'a', null],
  },
  {
    word: 'overlapping fields',
    schema: {
      allOf: [
        object({ a: { type: 'integer', minimum: 2 } }),
        object({ a: { type: 'integer', maximum: 4 } }, { required: ['a'] }),
      ],
    },
    values: [{ a: 2 }, { a: 4 }, { a: 1 }, { a: 5 }, {}],
  },
  {
    word: 'recursion through allOf',
    schema: { allOf: [object({ v: whole }), object({ next: ref('') })] },
    values: [{ v: 1, next: { v: 2 } }, {}, { next: { next: { v: 'x' } } }, { next: 1 }],
  },
  {
    word: 'recursion through anyOf',
    schema: { anyOf: [whole, { type: 'array', items: ref('') }] },
    values: [1, [1, [2]], [[]], 'a', [['a']], null],
  },
  {
    word: 'x-extensible-enum',
    schema: { type: 'string', 'x-extensible-enum': ['a', 'b'] },
    values: ['a', 'b', 1, null],
    isExact: false,
  },
  {
    word: 'discriminator',
    schema: pets({ propertyName: 'kind', mapping: MAPPING }),
    others: PETS,
    values: OF_PETS,
    isExact: false,
  },
  {
    word: 'discriminator.defaultMapping',
    only: '3.1',
    schema: pets({
      propertyName: 'kind',
      mapping: { dog: MAPPING.dog },
      defaultMapping: `${SELF}Cat`,
    }),
    others: PETS,
    values: OF_PETS,
    isExact: false,
  },
  {
    word: 'oneOf in parents',
    schema: object({ pet: ref('Pet') }),
    others: PARENT,
    values: OF_PETS.map((pet) => ({ pet })),
    isExact: false,
  },
  {
    word: 'readOnly',
    schema: object({ id: { type: 'string', readOnly: true }, a: whole }, { required: ['id'] }),
    values: [{ id: 'x' }, { id: 'x', a: 1 }, { id: 1 }, { id: 'x', a: 'b' }],
    isExact: false,
  },
  {
    word: 'writeOnly',
    schema: object({ key: { type: 'string', writeOnly: true }, a: whole }, { required: ['key'] }),
    values: [{ key: 'x' }, { a: 1 }, { key: 1 }, { a: 'b' }],
    isExact: false,
  },
]
