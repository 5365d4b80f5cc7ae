import { expect, test } from 'vitest'
import { generate } from '../lower/generate.fixture.js'

/**
 * An impossible style is reported together with what is sent instead; it was silently sent as `form`, or
 * without a name.
 */

const list = { schema: { type: 'array', items: { type: 'string' } } }

interface Made {
  readonly found: readonly string[]
  readonly operations: string
}

async function made(parameter: object, body: object = {}): Promise<Made> {
  const { name, in: place } = { name: 'ids', in: 'query', ...parameter }
  const path = place === 'path' ? `/pets/{${name}}` : '/pets'
  const { diagnostics, files } = await generate({
    openapi: '3.2.0',
    info: { title: 'Styles', version: '1' },
    paths: {
      [path]: {
        put: {
          operationId: 'put',
          parameters: [{ name, in: place, required: place === 'path', ...list, ...parameter }],
          requestBody: { required: false, content: body },
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
  })
  return {
    found: diagnostics
      .filter(({ code }) => code === 'TW5015')
      .map(({ severity, message, help, at }) =>
        [`${severity} at ${at?.pointer?.split('/').slice(-2).join('/')}:`, message, help].join(' '),
      ),
    operations: files?.find((file) => file.path === 'src/operations.ts')?.text ?? '',
  }
}

test.each<[string, object, string]>([
  [
    'in other letters',
    { style: 'spacedelimited' },
    'warning at 0/style: there is no style "spacedelimited", so this is sent in the style form Did you mean spaceDelimited?',
  ],
  [
    'that is none',
    { style: 'csv' },
    'warning at 0/style: there is no style "csv", so this is sent in the style form Use form, spaceDelimited, pipeDelimited or deepObject, or leave `style` out.',
  ],
  [
    'of another place',
    { style: 'label' },
    'warning at 0/style: a query parameter cannot have the style label, so this is sent in the style form Use form, spaceDelimited, pipeDelimited or deepObject, or leave `style` out.',
  ],
  [
    'of a query in a path',
    { in: 'path', style: 'deepObject' },
    'warning at 0/style: a path parameter cannot have the style deepObject, so this is sent in the style simple Use simple, label or matrix, or leave `style` out.',
  ],
  [
    'of a query in a header',
    { in: 'header', style: 'form' },
    'warning at 0/style: a header parameter cannot have the style form, so this is sent in the style simple Leave `style` out.',
  ],
  [
    'of a query in a cookie',
    { in: 'cookie', style: 'deepObject' },
    'warning at 0/style: a cookie parameter cannot have the style deepObject, so this is sent in the style form Use form or cookie, or leave `style` out.',
  ],
  [
    'of a whole query',
    { in: 'querystring', style: 'form', schema: undefined, content: { 'application/json': {} } },
    'warning at 0/style: a querystring parameter has no style, so this one is ignored Leave `style` out.',
  ],
])('a style %s', async (_, parameter, expected) => {
  expect((await made(parameter)).found).toEqual([expected])
})

test('a style of a part of a form', async () => {
  const { found, operations } = await made(
    {},
    {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', properties: { tags: list.schema } },
        encoding: { tags: { style: 'simple' } },
      },
    },
  )
  expect(found).toEqual([
    'warning at tags/style: a part of a form cannot have the style simple, so this is sent in the style form Use form, spaceDelimited, pipeDelimited or deepObject, or leave `style` out.',
  ])
  expect(operations).not.toContain('simple')
})

test('what is sent is what the message says', async () => {
  const { operations } = await made({ style: 'label' })
  expect(operations).toBe((await made({})).operations)
})

test.each<[string, string]>([
  ['path', 'simple label matrix'],
  ['query', 'form spaceDelimited pipeDelimited deepObject'],
  ['header', 'simple'],
  ['cookie', 'form cookie'],
])('styles of OpenAPI in a %s have no message', async (place, styles) => {
  for (const style of styles.split(' ')) {
    expect((await made({ in: place, style })).found).toEqual([])
  }
})
