import { createRoutingClient } from '@tagwire/routing'
import { createRoutingHttp } from '@tagwire/routing/http'
import { mockRouting } from '@tagwire/routing/mock'
import { expect, it } from 'vitest'

// JSON has several spellings for some values; these are the ones that JSON.stringify writes.
const strange = [
  '{"tx_index":0,"amount_in":"18446744073709551616","amount_out":"1","teleport_transfer":{"beam":{"strength":"9007199254740993","√":[null,true,1.5,-0.25,1e+21]},"to_chain_id":"moon-1"},"newer":{}}',
  '{"newer":["ünïcode \\"quoted\\" \\\\ /"],"transfer":{"channel":"channel-141","smart_relay":false,"fee_asset":null,"denom_in":"factory/osmo1/my_Token","unknown_member":{"Oraichain":{"a_b":{"cD":1}}}},"amount_out":"1","amount_in":"1","tx_index":0}',
  '{"tx_index":1,"amount_in":"1","amount_out":"1","cctp_transfer":{"smart_relay_fee_quote":{"fee_amount":"100000","expiration":"2030-01-01T00:00:00Z","signature":"c2ln"}},"axelar_transfer":{"both":"at once"}}',
  '{"tx_index":2}',
  '{"quantum_transfer":{"nonce":18446744073709551615,"path":[-9007199254740993,{"at":1693012979767514087}],"text":"{\\"at\\":1693012979767514087}"},"tx_index":3}',
  '{"__proto__":{"polluted":true},"constructor":1,"amount_in":"","amount_out":""}',
]

const rest =
  '"amount_in":"1","amount_out":"1","chain_ids":["a"],"required_chain_addresses":["a"],"dest_asset_chain_id":"a","dest_asset_denom":"d","source_asset_chain_id":"a","source_asset_denom":"d","estimated_amount_out":"1","txs_required":3,"estimated_route_duration_seconds":1'

it('operations from route are sent to msgs byte for byte, whatever they contain', async () => {
  const operations = `[${strange.join(',')}]`
  const sent: string[] = []
  const routing = createRoutingClient({
    fetch: async (input, init) => {
      const request = input instanceof Request ? input : new Request(input, init)
      if (request.url.endsWith('/route')) {
        return new Response(`{"operations":${operations},${rest},"also_new":{"x":1}}`)
      }
      sent.push(await request.text())
      return Response.json({ txs: [] })
    },
  })

  const asked = {
    source_asset_denom: 'a',
    source_asset_chain_id: 'b',
    dest_asset_denom: 'c',
    dest_asset_chain_id: 'd',
    amount_in: '1',
  }
  const route = await routing.route(asked)
  await routing.msgs({ ...asked, operations: route.operations, address_list: ['x'] })
  const head = JSON.stringify(asked).slice(0, -1)
  expect(sent).toEqual([`${head},"operations":${operations},"address_list":["x"]}`])
  expect(Object.hasOwn({}, 'polluted')).toBe(false)

  const { operations: _, ...others } = route
  const more = { own_new: [1] }
  await routing.msgs({ ...others, address_list: [], operations: route.operations, ...more })
  expect(sent[1]).toBe(
    `{${rest},"also_new":{"x":1},"address_list":[],"operations":${operations},"own_new":[1]}`,
  )
})

it('the same through the mock, in the mode with kinds that this version does not know', async () => {
  const bodies: unknown[] = []
  const answers = mockRouting(
    { msgs: (body) => ({ txs: [], seen: bodies.push(body) }) },
    { mode: 'unknown-kinds' },
  )
  const routing = createRoutingClient({ fetch: answers })
  const asked = {
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000',
  }
  const { operations } = await routing.route(asked)
  expect(JSON.stringify(operations)).toContain('teleport_transfer')
  const body = { ...asked, address_list: ['a', 'b'], operations }
  await routing.msgs(body)
  expect(JSON.stringify(bodies)).toBe(JSON.stringify([body]))
})

it('64-bit integers inside JSON text arrive as they were sent', async () => {
  const msg = '{"timeout_timestamp":1693012979767514087}'
  const tx = { cosmos_tx: { chain_id: 'a', msgs: [{ msg, msg_type_url: '/x' }] } }
  const routing = createRoutingClient({
    fetch: mockRouting({ msgs: () => ({ txs: [tx] }) }),
  })
  const { txs } = await routing.msgs({
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000',
    address_list: [],
    operations: [],
  })
  expect(txs[0]?.cosmos_tx?.msgs?.[0]?.msg).toBe(msg)
})

it('the plain client of the same package talks to the mock too', async () => {
  const plain = createRoutingHttp({ fetch: mockRouting() })
  const { data, response } = await plain.GET('/v2/info/chains', {
    params: { query: { chain_ids: ['osmosis-1', '1'], include_evm: true } },
  })
  expect(data?.chains?.map((chain) => chain.chain_id)).toEqual(['osmosis-1', '1'])
  expect(response.headers.get('x-tagwire-mock')).toBe('world')
})
