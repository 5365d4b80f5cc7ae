import { createRoutingHttp } from '@tagwire/routing/http'
import type { paths } from '@tagwire/routing/schema'
import type { Client } from 'openapi-fetch'
import { expectTypeOf } from 'vitest'

// A path that the document does not describe (yet) is refused, until somebody says what it is.

interface Tomorrow {
  '/v2/info/tomorrow': {
    get: { responses: { 200: { content: { 'application/json': { weather: string } } } } }
  }
}

export async function ask(): Promise<void> {
  const wider = createRoutingHttp() as Client<paths & Tomorrow>
  const tomorrow = await wider.GET('/v2/info/tomorrow')
  expectTypeOf(tomorrow.data).toEqualTypeOf<{ weather: string } | undefined>()
  const today = await wider.GET('/v2/info/chains')
  // openapi-fetch 0.17 adds `undefined` to optional fields, so the whole is not exactly a `ChainsResponse`.
  expectTypeOf(today.data?.chains[0]?.chain_id).toEqualTypeOf<string | undefined>()
}
