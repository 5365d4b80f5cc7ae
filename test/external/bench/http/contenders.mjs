// Clients that make the same call. Each only loads its own code.
import { inTime } from '../deadline.mjs'

const body = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
  amount_in: '1000000',
}
const path = '/v2/fungible/route'
const json = 'application/json'

/** A turn is some calls after each other. */
function turnOf(call, { count, operations }) {
  return async (_, isWarmUp) => {
    for (let calls = 0; calls < count * (isWarmUp ? 5 : 1); calls++) {
      const { length } = await call()
      if (length !== operations) throw new Error(`${length} operations`)
    }
  }
}

const init = { method: 'POST', headers: { accept: json, 'content-type': json }, redirect: 'manual' }

export const contenders = {
  /** What our client asks of `fetch`: the headers, no redirects, and a deadline over the body too. */
  'fetch, same options': async (given) =>
    turnOf(
      () =>
        inTime(30_000, async (signal) => {
          const text = JSON.stringify(body)
          const response = await fetch(given.url + path, { ...init, body: text, signal })
          return JSON.parse(await response.text()).operations
        }),
      given,
    ),

  'fetch, no deadline': async (given) =>
    turnOf(async () => {
      const response = await fetch(given.url + path, { ...init, body: JSON.stringify(body) })
      return JSON.parse(await response.text()).operations
    }, given),

  '@tagwire/routing': async (given) => {
    const { createRoutingClient } = await import('@tagwire/routing')
    const client = createRoutingClient({ baseUrl: given.url })
    return turnOf(async () => (await client.route(body)).operations, given)
  },

  'openapi-fetch': async (given) => {
    const { default: createClient } = await import('openapi-fetch')
    const client = createClient({ baseUrl: given.url })
    return turnOf(async () => (await client.POST(path, { body })).data.operations, given)
  },

  'hey-api': async (given) => {
    const { route } = await import(given.heyApi)
    return turnOf(async () => (await route({ body, baseUrl: given.url })).data.operations, given)
  },

  '@skip-go/client': async (given) => {
    const { setApiOptions, route } = await import('@skip-go/client')
    setApiOptions({ apiUrl: given.url })
    return turnOf(async () => (await route({ amountIn: '1000000' })).operations, given)
  },
}
