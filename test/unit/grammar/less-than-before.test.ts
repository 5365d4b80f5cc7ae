import { describe, expect, test } from 'vitest'
import { codesOf, generate } from '../lower/generate.fixture.js'

/** Documents that say less than their authors mean, and words of another version of the language. */

const info = { title: 'Less', version: '1' }
const responses = {
  '200': { description: 'd', content: { 'application/json': { schema: {} } } },
}
const paths = { '/a': { get: { operationId: 'a', responses } } }

async function told(document: object): Promise<string[]> {
  const { diagnostics } = await generate(document)
  return diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)
}

describe('operations that are not there', () => {
  test.each([
    ['pathz', 'paths'],
    ['path', 'paths'],
    ['Paths', 'paths'],
    ['component', 'components'],
    ['webhook', 'webhooks'],
  ])('%s at the top is an error, also in the first run', async (word, meant) => {
    const made = await generate({ openapi: '3.1.0', info, [word]: paths })
    expect(codesOf(made)).toEqual(['error TW1008'])
    expect(made.diagnostics[0]?.help).toBe(`Did you mean ${meant}?`)
    expect(made.files).toBeUndefined()
  })

  test('it is also missing next to schemas, and in OpenRPC', async () => {
    const components = { schemas: { A: { type: 'string' } } }
    expect(await told({ openapi: '3.0.3', info, pathz: paths, components })).toContain(
      'error TW1008 a document has no keyword "pathz", so it is ignored',
    )
    expect(await told({ openrpc: '1.3.2', info, method: [] })).toContain(
      'error TW1008 a document has no keyword "method", so it is ignored',
    )
  })

  test('a document of nothing is an error', async () => {
    expect(await told({ openapi: '3.1.0', info })).toEqual([
      'error TW1009 a document needs `paths`, `components` or `webhooks`',
    ])
  })

  test('3.0 requires paths; later documents may only have schemas', async () => {
    const components = { schemas: { A: { type: 'string' } } }
    expect(await told({ openapi: '3.0.3', info, components })).toEqual([
      'warning TW1009 a document of OpenAPI 3.0 needs `paths`; without it there are types, and no client',
    ])
    expect(await told({ openapi: '3.1.0', info, components })).toEqual([])
  })

  test.each(['3.0.3', '3.1.0'])('an operation without answers is named in %s', async (openapi) => {
    const empty = { '/a': { get: { operationId: 'a' } }, '/b': { get: { responses: {} } } }
    const found = await told({ openapi, info, paths: empty })
    expect(found).toContain(
      'warning TW1009 an operation needs `responses`; without it, what it returns is unknown',
    )
    expect(found).toContain(
      'warning TW1009 `responses` is empty, so what the operation returns is unknown',
    )
  })

  test('what is missing has the right article, and a range of statuses small letters', async () => {
    const odd = { '/a': { get: { operationId: 'a', responses: { '2xx': {}, '7xx': {} } } } }
    const found = await told({ openapi: '3.1.0', info: {}, paths: odd })
    expect(found).toEqual(
      expect.arrayContaining([
        'warning TW1009 an info object needs `title`',
        'warning TW5009 "2xx" is not a range of status codes; it is read as 2XX',
        'warning TW5009 "7xx" is not an HTTP status code; it is ignored',
      ]),
    )
  })

  test('webhooks are answered by the caller', async () => {
    const webhooks = { happened: { post: {} } }
    expect(await told({ openapi: '3.1.0', info, paths, webhooks })).toEqual([])
  })

  test('an undefined security scheme', async () => {
    const operation = { operationId: 'a', responses, security: [{ oauth: [] }] }
    const components = { securitySchemes: { oauht: { type: 'http', scheme: 'bearer' } } }
    const { diagnostics } = await generate({
      openapi: '3.1.0',
      info,
      paths: { '/a': { get: operation } },
      components,
    })
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'TW5007',
        severity: 'warning',
        message: 'there is no security scheme "oauth"; the client sends nothing for it',
        help: 'Did you mean oauht?',
      }),
    ])
  })
})

describe('words of another version', () => {
  const withFields = (openapi: string, properties: object) => ({
    openapi,
    info,
    paths: {},
    components: { schemas: { A: { type: 'object', properties } } },
  })

  const later: readonly [string, object, string][] = [
    [
      'nullable',
      { a: { type: 'string', nullable: true }, b: { type: 'string', nullable: true } },
      '`nullable` is a keyword of OpenAPI 3.0; it is read as "or null" (here and in 1 other schema)',
    ],
    [
      'boolean exclusiveMinimum',
      { a: { type: 'integer', minimum: 1, exclusiveMinimum: true } },
      '`exclusiveMinimum` is a number since OpenAPI 3.1; it is read as in 3.0, where it applies to `minimum`',
    ],
  ]

  test.each(later)('%s in 3.1', async (_, properties, message) => {
    expect(await told(withFields('3.1.0', properties))).toEqual([`warning TW2013 ${message}`])
    expect(await told(withFields('3.0.3', properties))).toEqual([])
  })

  const earlier: readonly [string, object, string][] = [
    [
      'a list of types',
      { a: { type: ['string', 'null'] } },
      'a list of types belongs to OpenAPI 3.1; it is read as in that version: any of them',
    ],
    [
      'the type "null"',
      { a: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
      'the type "null" belongs to OpenAPI 3.1; it is read as in that version',
    ],
    [
      'numeric exclusiveMaximum',
      { a: { type: 'integer', exclusiveMaximum: 5 } },
      '`exclusiveMaximum` is `true` or `false` in OpenAPI 3.0; it is read as in 3.1, where it is the bound',
    ],
    [
      'const',
      { a: { const: 'x' } },
      '`const` is a keyword of OpenAPI 3.1; it is read as in that version',
    ],
  ]

  test.each(earlier)('%s in 3.0', async (_, properties, message) => {
    expect(await told(withFields('3.0.3', properties))).toEqual([`warning TW2013 ${message}`])
    expect(await told(withFields('3.1.0', properties))).toEqual([])
  })

  test('what is said is what is generated', async () => {
    const { files = [] } = await generate(
      withFields('3.1.0', {
        a: { type: 'string', nullable: true },
        b: { type: 'integer', minimum: 5, exclusiveMinimum: true },
      }),
    )
    const text = (name: string): string => files.find(({ path }) => path === name)?.text ?? ''
    expect(text('src/types.ts')).toContain('a?: string | null')
    expect(text('src/validate.ts')).toContain('above(v, at, key, 5)')
  })

  test('a flag without the bound that it is about', async () => {
    const fields = { a: { type: 'integer', exclusiveMinimum: true } }
    expect(await told(withFields('3.0.3', fields))).toEqual([
      'warning TW2005 `exclusiveMinimum: true` has no effect without `minimum`; it is ignored',
    ])
  })
})
