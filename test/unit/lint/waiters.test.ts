import { expect, test } from 'vitest'
import { codesOf, generate } from '../lower/generate.fixture.js'

/** A pointer of a waiter that leads nowhere would be waited for in vain, or not at all. */

const part = { type: 'object', properties: { state: { type: 'string' }, error: {} } }

function waiting(until: object, schema: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Waits', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths: {
      '/job': {
        get: {
          operationId: 'getJob',
          parameters: [{ name: 'id', in: 'query', schema: { type: 'string' } }],
          'x-tagwire-waiter': { name: 'waitForJob', until: { values: ['DONE'], ...until } },
          responses: {
            200: {
              description: 'A job',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['state'],
                    properties: {
                      state: { type: 'string' },
                      id: { type: 'string' },
                      old: { type: 'object', properties: { 'a/b': { type: 'string' } } },
                      parts: { type: 'array', items: { anyOf: [part, { type: 'null' }] } },
                    },
                    ...schema,
                  },
                },
              },
            },
          },
        },
      },
    },
  }
}

test.each<[string, object, string]>([
  ['each', { pointer: '/state', each: '/nope' }, '"/nope"'],
  ['each', { pointer: '/state', each: '/id' }, '"/id"'],
  ['each', { pointer: '/state', each: '/parts/*' }, '"/parts/*"'],
  ['each', { pointer: '/state', each: '' }, '""'],
  ['pointer', { pointer: '/stat' }, '"/stat"'],
  ['pointer', { pointer: ['/state', '/old/state'] }, '"/old/state"'],
  ['error', { pointer: '/state', error: '/nope' }, '"/nope"'],
])('%s of %j leads nowhere', async (name, until, shown) => {
  const { diagnostics } = await generate(waiting(until))
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `TW6003 x-tagwire-waiter of getJob: no response has a ${name === 'each' ? 'list' : 'value'} at \`${name}\`, ${shown}`,
  ])
})

test.each<[string, object, object?]>([
  ['a list', { pointer: '/state', each: '/parts' }],
  ['a member of parts alone', { pointer: '/state', each: '/parts', error: '/error' }],
  ['every item', { pointer: ['/state', '/parts/*/state'] }],
  ['a name with a slash', { pointer: ['/state', '/old/a~1b'] }],
  ['what is not described', { pointer: '/more/state' }, { additionalProperties: true }],
])('leads to %s', async (_, until, schema) => {
  expect(codesOf(await generate(waiting(until, schema)))).toEqual([])
})
