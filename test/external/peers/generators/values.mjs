// Values of the union of a route's operations. Valid ones by the description that the service publishes, and
// wrong ones.

const shared = { tx_index: 0, amount_in: '1000000', amount_out: '998000' }

const transfer = {
  port: 'transfer',
  channel: 'channel-141',
  from_chain_id: 'cosmoshub-4',
  to_chain_id: 'osmosis-1',
  pfm_enabled: true,
  supports_memo: true,
  denom_in: 'uatom',
  denom_out: 'uosmo',
  bridge_id: 'IBC',
  smart_relay: false,
}

const swap = {
  swap_in: {
    swap_venue: { name: 'osmosis-poolmanager', chain_id: 'osmosis-1' },
    swap_operations: [{ pool: '1', denom_in: 'uatom', denom_out: 'uosmo' }],
    swap_amount_in: '1000000',
    price_impact_percent: '0.12',
    estimated_amount_out: '998000',
  },
  estimated_affiliate_fee: '0uosmo',
  from_chain_id: 'osmosis-1',
  chain_id: 'osmosis-1',
  denom_in: 'uatom',
  denom_out: 'uosmo',
  swap_venues: [{ name: 'osmosis-poolmanager', chain_id: 'osmosis-1' }],
}

export const values = {
  swap: { swap, ...shared },
  transfer: { transfer, ...shared },
  'two kinds': { transfer, swap, ...shared },
  'no kind': shared,
  'a wrong payload': { swap: 5, ...shared },
  'a kind of tomorrow': { teleport: { to_chain_id: 'mars-1' }, ...shared },
}
