import { expect, test } from 'vitest'
import { authenticationOf } from '../../../generator/src/emit/http/authentication.js'
import { lowered, openapi } from '../schema-model.fixture.js'

async function shown(securitySchemes: object): Promise<string[]> {
  const { model } = await lowered(openapi({}, { components: { securitySchemes } }))
  return authenticationOf(model).map(({ scheme, options, sent }) =>
    [scheme, options ?? 'no option', sent].join(' | '),
  )
}

const flows = {
  authorizationCode: { tokenUrl: 'https://a.example/t', refreshUrl: '/r', scopes: {} },
}

test('each kind of scheme has its exact option', async () => {
  expect(
    await shown({
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      'in query': { type: 'apiKey', in: 'query', name: 'k' },
      jar: { type: 'apiKey', in: 'cookie', name: 'c`d' },
      login: { type: 'http', scheme: 'basic' },
      token: { type: 'http', scheme: 'bearer' },
      user: { type: 'oauth2', flows },
      oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/o' },
      cert: { type: 'mutualTLS' },
      old: { type: 'http', scheme: 'digest' },
    }),
  ).toEqual([
    "key | { credentials: { key: '…' } } | the header `X-Key`",
    "in query | { credentials: { 'in query': '…' } } | the query parameter `k`",
    "jar | { credentials: { jar: '…' } } | the cookie `c d`",
    "login | { credentials: { login: { username: '…', password: '…' } } } | `authorization: Basic …`",
    "token | { credentials: { token: '…' } } | `authorization: Bearer …`",
    "user | { credentials: { user: '…' } } | `authorization: Bearer …`",
    "oidc | { credentials: { oidc: '…' } } | `authorization: Bearer …`",
    'cert | no option | a certificate of the client: pass a `fetch` that has it',
    'old | no option | the HTTP scheme `digest`: pass the header `authorization` in `headers`, or a `fetch` that adds it',
  ])
})

test('a single key in a header is `apiKey`', async () => {
  expect(await shown({ key: { type: 'apiKey', in: 'header', name: 'X-Key' } })).toEqual([
    "key | { apiKey: '…' } | the header `X-Key`",
  ])
})

test('tokens of OAuth 2 come from the function for the flow, with the addresses of the document', async () => {
  const clientCredentials = { tokenUrl: 'https://a.example/t', scopes: { read: '', write: '' } }
  const securitySchemes = {
    user: { type: 'oauth2', flows },
    machine: { type: 'oauth2', flows: { ...flows, clientCredentials } },
    none: { type: 'oauth2', flows: {} },
  }
  const { model } = await lowered(openapi({}, { components: { securitySchemes } }))
  expect(authenticationOf(model).map(({ source }) => source)).toEqual([
    { name: 'refreshToken', options: "{ tokenUrl: '…', clientId: '…', refreshToken: '…' }" },
    {
      name: 'clientCredentials',
      options:
        "{ tokenUrl: 'https://a.example/t', clientId: '…', clientSecret: '…', scope: 'read write' }",
    },
    undefined,
  ])
})
