import fc from 'fast-check'

/** Texts that have been code in someone's generator. */
const NASTY = [
  '*/',
  '/**',
  '//',
  '`',
  "'",
  '"',
  '\\',
  '\\u0027',
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\0',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udfff',
  '${'.concat('process.exit(1)}'),
  '*/ process.exit(1) /*',
  "'); process.exit(1); ('",
  '__proto__',
  'constructor',
  'prototype',
  '../../escape',
  '..\\..\\escape',
  '/etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '{{constructor}}',
  '{@link x}',
  '@deprecated',
  '<!--',
  ']]>',
  '#!',
  'import',
  'await',
  'eval',
  '',
  ' ',
  'x-tagwire-name',
  '$ref',
  '1e999',
  '-0',
  'ﬀ',
  '﷽',
  '𝒳',
]

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...NASTY, 'word'), { minLength: 2, maxLength: 4 })
      .map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 90, maxLength: 130 }) },
)

/** Hands out texts, one for each place of a document. */
export type Pen = () => string

export const pen: fc.Arbitrary<readonly string[]> = fc.array(text, { minLength: 60, maxLength: 60 })

export function penFrom(texts: readonly string[]): Pen {
  let at = 0
  return () => texts[at++ % texts.length] ?? ''
}

type Json = Readonly<Record<string, unknown>>

/** `fromEntries` makes `__proto__` a key like any other. */
function object(...entries: readonly (readonly [string, unknown])[]): Json {
  return Object.fromEntries(entries)
}

function schemas(pen: Pen): Json {
  const field = (): readonly [string, unknown] => [
    pen(),
    {
      type: 'string',
      title: pen(),
      description: pen(),
      format: pen(),
      default: pen(),
      pattern: pen(),
      minimum: pen(),
      example: pen(),
    },
  ]
  const [first, second] = [pen(), pen()]
  const wrapper = (key: string): Json => ({
    type: 'object',
    description: pen(),
    required: [key],
    properties: object([key, { type: 'string', description: pen() }]),
  })
  const tag = pen()
  const tagged = (): Json => ({
    type: 'object',
    required: [tag],
    properties: object([tag, { const: pen() }], field()),
  })
  return object(
    [
      'Plain',
      { type: 'object', description: pen(), properties: object(field(), field(), field()) },
    ],
    ['Keys', { description: pen(), oneOf: [wrapper(pen()), wrapper(pen()), { const: pen() }] }],
    ['Inner', { oneOf: [tagged(), tagged()] }],
    ['Mapped', mapped(pen)],
    ['Pairs', { oneOf: [pair(pen, first, second), pair(pen, first, second)] }],
    ['Values', { type: 'string', description: pen(), enum: [pen(), pen(), pen()] }],
    ['Constant', { const: pen(), deprecated: true, 'x-tagwire-replaced-by': pen() }],
    [pen(), { type: 'object', properties: object([pen(), { enum: [pen()] }]) }],
    [pen(), { oneOf: [wrapper(pen()), wrapper(pen())], $comment: pen() }],
    [pen(), { type: 'string', enum: [pen(), pen()] }],
  )
}

function pair(pen: Pen, property: string, content: string): Json {
  return {
    required: [property, content],
    properties: object([property, { const: pen() }], [content, { type: 'string' }]),
  }
}

function mapped(pen: Pen): Json {
  const propertyName = pen()
  const mapping = object([pen(), '#/components/schemas/Plain'], [pen(), pen()])
  return {
    oneOf: [{ $ref: '#/components/schemas/Plain' }],
    discriminator: { propertyName, mapping },
  }
}

const reference = { $ref: '#/components/schemas/Plain' }

/** An OpenAPI document with a text of the pen in every place that takes one. */
export function openApiDocument(pen: Pen): Json {
  const operation = (): Json => ({
    operationId: pen(),
    summary: pen(),
    description: pen(),
    tags: [pen()],
    parameters: [
      { name: pen(), in: 'query', description: pen(), schema: { type: 'string', default: pen() } },
      { name: pen(), in: 'header', style: pen(), schema: { type: 'string', enum: [pen()] } },
      { name: 'id', in: 'path', required: true, description: pen(), schema: { type: 'string' } },
    ],
    requestBody: { description: pen(), content: object([pen(), { schema: reference }]) },
    responses: object(
      [
        '200',
        { description: pen(), content: object([pen(), { schema: reference, example: pen() }]) },
      ],
      [pen(), { description: pen() }],
    ),
  })
  return {
    openapi: '3.1.0',
    info: { title: pen(), version: pen(), description: pen() },
    servers: [{ url: pen(), description: pen() }, { url: `https://${pen()}` }],
    tags: [{ name: pen(), description: pen() }],
    paths: object(
      [`/${pen()}/{id}`, { get: operation() }],
      [`/${pen()}{id}`, { post: operation() }],
    ),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: pen(), description: pen() } },
      schemas: schemas(pen),
    },
  }
}

/** An OpenRPC document with a text of the pen in every place that takes one. */
export function openRpcDocument(pen: Pen): Json {
  const method = (): Json => ({
    name: pen(),
    summary: pen(),
    description: pen(),
    tags: [{ name: pen(), description: pen() }],
    params: [
      { name: pen(), description: pen(), schema: { type: 'string', default: pen() } },
      { name: pen(), required: true, schema: { oneOf: [{ const: pen() }, { const: pen() }] } },
    ],
    result: { name: pen(), description: pen(), schema: reference },
    errors: [{ code: -1, message: pen(), data: pen() }],
    'x-tagwire-requires': pen(),
    'x-tagwire-transports': [pen()],
  })
  return {
    openrpc: '1.3.2',
    info: { title: pen(), version: pen(), description: pen() },
    servers: [{ name: pen(), url: `http://${pen()}`, description: pen() }],
    methods: [method(), method()],
    'x-tagwire-transports': object([pen(), { path: pen(), description: pen() }]),
    'x-tagwire-settings': [{ key: pen(), default: pen(), description: pen() }],
    'x-tagwire-errors': [{ reason: 'some-reason', match: pen(), description: pen() }],
    components: { schemas: schemas(pen) },
  }
}
