// Answers as they travel: made from the documents' own examples, grown to the wanted size.

import { fileURLToPath } from 'node:url'
import { readModel } from '../../../../generator/modules/pipeline/read-model.js'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

async function examplesOf(spec) {
  const { model } = await readModel(spec, repository)
  return new Map(model.declarations.map((each) => [each.name, each.examples ?? []]))
}

const routing = await examplesOf('spec/routing/openapi.yaml')

function bytes(value) {
  return JSON.stringify(value).length
}

/** A route of about 200 kB: its operations are the document's examples, over and over. */
function route() {
  const operations = routing.get('Operation')
  const value = {
    amount_in: '1000000',
    amount_out: '12050000',
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    required_chain_addresses: ['cosmoshub-4', 'osmosis-1'],
    chain_ids: ['cosmoshub-4', 'osmosis-1'],
    does_swap: true,
    estimated_amount_out: '12050000',
    txs_required: 1,
    estimated_route_duration_seconds: 60,
    operations: [],
  }
  for (let index = 0; bytes(value) < 200_000; index += 20) {
    for (let at = index; at < index + 20; at++) {
      value.operations.push(operations[at % operations.length])
    }
  }
  return JSON.parse(JSON.stringify(value))
}

function status() {
  const events = routing.get('TransferEvent')
  const value = {
    state: 'STATE_PENDING',
    status: 'STATE_PENDING',
    transfers: [
      {
        state: 'STATE_PENDING',
        transfer_sequence: events,
        next_blocking_transfer: { transfer_sequence_index: 1 },
        transfer_asset_release: null,
        error: null,
      },
    ],
  }
  return JSON.parse(JSON.stringify(value))
}

/** The results of a busy block, about 2 MB. */
function blockResults() {
  const attribute = (index) => ({
    key: `key_${index % 7}`,
    value: `cosmos1value${index}`,
    index: true,
  })
  const event = (index) => ({
    type: ['coin_spent', 'coin_received', 'transfer', 'message'][index % 4],
    attributes: Array.from({ length: 5 }, (_, at) => attribute(index + at)),
  })
  const result = () => ({
    code: 0,
    data: 'EgA=',
    log: '',
    info: '',
    gas_wanted: '200000',
    gas_used: '143211',
    events: Array.from({ length: 18 }, (_, at) => event(at)),
    codespace: '',
  })
  const value = {
    height: '22345678',
    txs_results: [],
    finalize_block_events: Array.from({ length: 40 }, (_, at) => event(at)),
    validator_updates: null,
    consensus_param_updates: null,
    app_hash: 'uHPNPVA2WR6uTOTTlDcGfzxk25fcKDa5KLxA4UAfNek=',
  }
  while (bytes(value) < 2_000_000) {
    for (let at = 0; at < 50; at++) value.txs_results.push(result())
  }
  return JSON.parse(JSON.stringify(value))
}

export const cases = [
  { name: 'route', spec: 'routing', type: 'Route', value: route() },
  { name: 'status', spec: 'routing', type: 'StatusTxResponse', value: status() },
  { name: 'block_results', spec: 'node-rpc', type: 'ResultBlockResults', value: blockResults() },
].map((each) => ({ ...each, bytes: bytes(each.value) }))

/** So many copies, each with another type at one place; the places are spread over the whole value. */
export function spoiled(value, count) {
  const places = []
  const visit = (holder, at) => {
    for (const key of Object.keys(holder)) {
      const member = holder[key]
      if (typeof member === 'object' && member !== null) visit(member, [...at, key])
      else places.push([...at, key])
    }
  }
  visit(value, [])
  return Array.from({ length: count }, (_, index) => {
    const copy = JSON.parse(JSON.stringify(value))
    const place = places[Math.floor(((index + 0.5) * places.length) / count)]
    const holder = place.slice(0, -1).reduce((parent, key) => parent[key], copy)
    // Not what any of them would turn into the type.
    holder[place.at(-1)] = { not: ['this'] }
    return copy
  })
}
