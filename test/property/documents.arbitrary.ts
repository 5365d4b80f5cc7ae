import fc from 'fast-check'

type Json = Readonly<Record<string, unknown>>

const TYPES = ['A', 'B', 'C'] as const

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  { type: 'string' },
  { type: 'string', format: 'date' },
  { type: 'string', maxLength: 3 },
  { type: 'integer' },
  { type: 'number', minimum: 0 },
  { type: ['string', 'null'] },
  { enum: ['x', 'y'] },
  { enum: ['y', 'z'] },
  { enum: [1, 2] },
  { const: 'x' },
  {},
)

const reference: fc.Arbitrary<Json> = fc
  .constantFrom(...TYPES)
  .map((name) => ({ $ref: `#/components/schemas/${name}` }))

const simple = fc.oneof(scalar, reference)

const member: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: simple },
  { weight: 1, arbitrary: simple.map((items) => ({ type: 'array', items })) },
  {
    weight: 1,
    arbitrary: simple.map((values) => ({ type: 'object', additionalProperties: values })),
  },
  { weight: 1, arbitrary: simple.map((each) => ({ oneOf: [each, { type: 'null' }] })) },
)

const names = fc.constantFrom('a', 'b', 'c')

const record: fc.Arbitrary<Json> = fc
  .tuple(fc.dictionary(names, member, { minKeys: 1 }), fc.uniqueArray(names))
  .map(([properties, wanted]) => ({
    type: 'object',
    properties,
    required: wanted.filter((name) => Object.hasOwn(properties, name)),
  }))

const variants = fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's'), { minLength: 2 })

const keyUnion: fc.Arbitrary<Json> = fc.tuple(variants, member).map(([tags, payload]) => ({
  oneOf: tags.map((tag) => ({ type: 'object', required: [tag], properties: { [tag]: payload } })),
}))

const propertyUnion: fc.Arbitrary<Json> = fc.tuple(variants, member).map(([tags, payload]) => ({
  oneOf: tags.map((tag) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: tag }, [`${tag}_one`]: payload, [`${tag}_two`]: payload },
  })),
}))

const schema = fc.oneof(
  { weight: 3, arbitrary: record },
  { weight: 2, arbitrary: keyUnion },
  { weight: 1, arbitrary: propertyUnion },
  { weight: 1, arbitrary: fc.constant<Json>({ enum: ['x', 'y'] }) },
)

const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } }

const path: fc.Arbitrary<Json> = fc
  .record({
    q: fc.option(scalar),
    required: fc.boolean(),
    sends: fc.boolean(),
    receives: fc.boolean(),
    failure: fc.boolean(),
  })
  .map(({ q, required, sends, receives, failure }) => ({
    ...(q ? { parameters: [{ name: 'q', in: 'query', required, schema: q }] } : {}),
    ...(sends ? { requestBody: { required, content } } : {}),
    responses: {
      '200': { description: 'Ok.', ...(receives ? { content } : {}) },
      ...(failure ? { '404': { description: 'No.' } } : {}),
    },
  }))

/** Small documents whose types always have the same names, so that nothing is renamed. */
export const document: fc.Arbitrary<string> = fc
  .record({ A: schema, B: schema, C: schema, one: path, two: fc.option(path) })
  .map(({ A, B, C, one, two }) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Random', version: '1.0.0' },
      paths: {
        '/one': { post: { operationId: 'one', ...one } },
        ...(two ? { '/two': { post: { operationId: 'two', ...two } } } : {}),
      },
      components: { schemas: { A, B, C } },
    }),
  )
