// Operations as they come out of JSON: each has three shared fields, and its key first or last.

const kinds = [
  'transfer',
  'swap',
  'axelar_transfer',
  'bank_send',
  'cctp_transfer',
  'hyperlane_transfer',
  'evm_swap',
  'op_init_transfer',
  'go_fast_transfer',
  'stargate_transfer',
  'layer_zero_transfer',
  'eureka_transfer',
  'cctp_transfer_v2',
]

const shared = { tx_index: 0, amount_in: '1000000', amount_out: '999000' }
const payload = { from_chain_id: 'osmosis-1', to_chain_id: 'cosmoshub-4', denom_in: 'uosmo' }

function operation(kind, at) {
  const value = at % 2 === 0 ? { [kind]: payload, ...shared } : { ...shared, [kind]: payload }
  return JSON.parse(JSON.stringify(value))
}

const COUNT = 1_000
const many = (make) => Array.from({ length: COUNT }, (_, at) => make(at))

/** What a route holds: mostly transfers and swaps. */
const usual = [
  'transfer',
  'swap',
  'transfer',
  'axelar_transfer',
  'cctp_transfer',
  'transfer',
  'swap',
]

export const workloads = {
  'as in routes': many((at) => operation(usual[at % usual.length], at)),
  'every kind equally': many((at) => operation(kinds[at % kinds.length], at)),
  'a quarter unknown': many((at) =>
    operation(at % 4 === 0 ? `teleport_${at % 3}` : kinds[at % kinds.length], at),
  ),
  'one kind only': many(() => operation('transfer', 0)),
  'a hundred shapes': many((at) => ({
    ...operation(kinds[at % 13], at),
    [`extra_${at % 100}`]: 1,
  })),
  'twenty more fields': many((at) => ({
    ...operation(kinds[at % 13], at),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field_${field}`, field])),
  })),
  'no operations at all': many((at) => [null, [], 'transfer', 7, {}, shared][at % 6]),
}
