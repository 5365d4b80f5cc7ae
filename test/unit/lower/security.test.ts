import { describe, expect, test } from 'vitest'
import type { SecurityScheme } from '../../../generator/src/model/model.js'
import { lowered, openapi } from '../schema-model.fixture.js'

const key = { type: 'apiKey', in: 'header', name: 'X-Key' }

interface Security {
  readonly credential?: unknown
  readonly schemes?: readonly string[]
}

function schemeText({ name, kind, in: place, wire, doc }: SecurityScheme): string {
  return `${name}: ${kind} in ${place} ${wire}${doc ? `, ${doc}` : ''}`
}

async function securityOf(securitySchemes: object): Promise<Security> {
  const { model } = await lowered(openapi({}, { components: { securitySchemes } }))
  const { credential, schemes } = model
  return {
    ...(credential ? { credential } : {}),
    ...(schemes ? { schemes: schemes.map(schemeText) } : {}),
  }
}

describe('the credentials of a document', () => {
  test.each<[string, object, Security]>([
    ['none', {}, {}],
    ['a single key in a header', { key }, { credential: { header: 'X-Key', name: 'key' } }],
    [
      'with a description',
      { key: { ...key, description: ' Ask us.\n' } },
      { credential: { header: 'X-Key', name: 'key', doc: 'Ask us.' } },
    ],
    [
      'a key in the query',
      { key: { type: 'apiKey', in: 'query', name: 'k' } },
      { schemes: ['key: key in query k'] },
    ],
    [
      'a key in a cookie',
      { key: { type: 'apiKey', in: 'cookie', name: 'k', description: 'C' } },
      { schemes: ['key: key in cookie k, C'] },
    ],
    [
      'a key beside others',
      { key, basic: { type: 'http', scheme: 'Basic' } },
      {
        credential: { header: 'X-Key', name: 'key' },
        schemes: ['key: key in header X-Key', 'basic: basic in header authorization'],
      },
    ],
    [
      'tokens',
      {
        a: { type: 'http', scheme: 'bearer' },
        b: { type: 'oauth2', flows: {} },
        c: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
      },
      { schemes: ['a', 'b', 'c'].map((name) => `${name}: bearer in header authorization`) },
    ],
    [
      'others that no client can send',
      {
        a: { type: 'http', scheme: 'digest' },
        b: { type: 'mutualTLS' },
        c: { type: 'apiKey', in: 'body', name: 'c' },
        d: { type: 'apiKey', in: 'header' },
        e: {},
      },
      {},
    ],
  ])('%s', async (_, schemes, security) => {
    expect(await securityOf(schemes)).toEqual(security)
  })

  test('which are references', async () => {
    const reference = { $ref: '#/components/securitySchemes/first' }
    expect(await securityOf({ first: key, second: reference })).toEqual({
      credential: { header: 'X-Key', name: 'first' },
      schemes: ['first: key in header X-Key', 'second: key in header X-Key'],
    })
  })

  test('with the flows of tokens, and with schemes that need something else', async () => {
    const flows = { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: 'R' } } }
    const securitySchemes = {
      machine: { type: 'oauth2', flows },
      cert: { type: 'mutualTLS', description: 'Ours.' },
      old: { type: 'http', scheme: 'digest' },
    }
    const { model } = await lowered(openapi({}, { components: { securitySchemes } }))
    expect(model.schemes?.[0]?.tokens).toEqual({
      type: 'oauth2',
      flows: [{ name: 'clientCredentials', tokenUrl: 'https://a.example/t', scopes: ['read'] }],
    })
    expect(model.otherSchemes).toMatchObject([
      { name: 'cert', type: 'mutualTLS', doc: 'Ours.' },
      { name: 'old', type: 'digest' },
    ])
  })
})
