import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contextFor,
  draw,
  type OpenAPI3,
} from '../../../generator/src/emit/http/openapi-typescript.js'
import { merged, textsOf } from '../../../generator/src/emit/http/schema-text.js'
import { layOut } from '../../../generator/src/emit/typescript/layout.js'
import { patienceMs, runs } from '../length.js'

// What is bundled of openapi-typescript draws without a compiler. The complete one is the judge.

const require = createRequire(import.meta.url)
const THEIRS = '../../../generator/node_modules/openapi-typescript/dist'
const whole = require(`${THEIRS}/transform/index.cjs`)
const { astToString } = require(`${THEIRS}/lib/ts.cjs`)

const word = fc.constantFrom('a', 'b', 'a-b', '$c', '1', 'x y', "it's", '"', 'ünï')
const text = fc.constantFrom('One.', 'Two\nlines.', 'a */ b', ' padded ', '@tag `code`')
const value = fc.oneof(
  fc.constantFrom('a', "it's", '"', '\\', '', 'line\nline', 0, 1, -2, 1.5, 1e21, true, false, null),
  fc.constant({ a: 1 }),
  fc.constant([1, 'a']),
)
const notes = fc.record(
  {
    title: text,
    description: text,
    format: fc.constantFrom('uri', 'int64'),
    default: value,
    example: value,
    examples: fc.array(value, { maxLength: 2 }),
    deprecated: fc.boolean(),
    readOnly: fc.boolean(),
    writeOnly: fc.boolean(),
    nullable: fc.boolean(),
  },
  { requiredKeys: [] },
)
const typeName = fc.constantFrom(
  'string',
  'integer',
  'number',
  'boolean',
  'null',
  'object',
  'array',
)

const { schema } = fc.letrec<{ schema: object; plain: object; list: object[] }>((tie) => ({
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
  plain: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
    }),
    fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 4 }) }),
    fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(word, { minLength: 1 }) }),
    fc.record({ const: value }),
    fc.constantFrom(
      {},
      { $ref: '#/components/schemas/Named' },
      { $ref: '#/components/schemas/a~1b' },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record(
      {
        type: fc.constant('array'),
        prefixItems: tie('list'),
        items: fc.oneof(fc.constant(false), tie('schema')),
        minItems: fc.integer({ min: 0, max: 3 }),
        maxItems: fc.integer({ min: 0, max: 3 }),
      },
      { requiredKeys: ['type', 'prefixItems'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(word, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(word, { maxLength: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ oneOf: tie('list') }),
    fc.record({ anyOf: tie('list') }),
    fc.record({ allOf: tie('list') }),
    fc.record({ allOf: tie('list'), properties: fc.dictionary(word, tie('schema')) }),
  ),
  schema: fc.tuple(tie('plain'), notes).map(([plain, noted]) => ({ ...noted, ...plain })),
}))

const content = fc.dictionary(
  fc.constantFrom('application/json', 'text/plain', 'multipart/form-data'),
  schema.map((each) => ({ schema: each })),
  { maxKeys: 2 },
)
const response = fc.record(
  {
    description: text,
    content,
    headers: fc.dictionary(
      word,
      schema.map((each) => ({ schema: each })),
      { maxKeys: 2 },
    ),
  },
  { requiredKeys: ['description'] },
)
const parameter = fc
  .record({ name: word, in: fc.constantFrom('query', 'header', 'cookie', 'path'), schema }, {})
  .chain((made) =>
    fc.boolean().map((required) => ({ ...made, required: required || made.in === 'path' })),
  )
const operation = fc.record(
  {
    summary: text,
    description: text,
    deprecated: fc.boolean(),
    parameters: fc.array(parameter, { maxLength: 3 }),
    requestBody: fc.record({ content, required: fc.boolean() }, { requiredKeys: ['content'] }),
    responses: fc.dictionary(fc.constantFrom('200', '4XX', 'default'), response, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
)
const document = fc
  .array(fc.tuple(operation, fc.boolean()), { maxLength: 3 })
  .map((operations): OpenAPI3 => {
    const paths = operations.map(([each, isNamed], index) => [
      `/p${index}/{id}`,
      { get: isNamed ? { ...each, operationId: `call${index}` } : each },
    ])
    return { openapi: '3.1.0', info: { title: '', version: '' }, paths: Object.fromEntries(paths) }
  })

test(
  'every document is drawn as by the complete openapi-typescript',
  async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.boolean(), async (given, immutable) => {
        const ours = merged([textsOf(draw(given, contextFor(immutable)))]).join('\n')
        const theirs = unescaped(astToString(whole(given, contextFor(immutable))))
        const { code, faults } = await layOut('ours.ts', ours)
        expect(faults).toEqual([])
        expect(withoutStars(code)).toBe(withoutStars((await layOut('theirs.ts', theirs)).code))
      }),
      runs(100),
    )
  },
  patienceMs,
)

/** Lines of comments begin with a star in ours, and only the first ones of a text in theirs. */
function withoutStars(code: string): string {
  return code.replace(/^ *\*(?:(?!\/) *)/gm, '')
}

/** The compiler escapes what is not ASCII, which makes its lines longer. */
function unescaped(code: string): string {
  return code.replace(/\\u([\dA-F]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}
