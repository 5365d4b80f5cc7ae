// Answers of about 2 MB as they travel: a busy block and its results.
import { readFileSync } from 'node:fs'

const { exchanges } = JSON.parse(
  readFileSync(new URL('../../../e2e/node/transcripts/http.json', import.meta.url), 'utf8'),
)

function recorded(wanted) {
  const found = exchanges.find(({ method, answer }) => method === wanted && answer.result)
  return structuredClone(found.answer.result)
}

function event(index) {
  const attribute = (at) => ({ key: `key_${at % 7}`, value: `cosmos1value${at}`, index: true })
  return {
    type: ['coin_spent', 'coin_received', 'transfer', 'message'][index % 4],
    attributes: Array.from({ length: 5 }, (_, at) => attribute(index + at)),
  }
}

function blockResults() {
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
  return {
    height: '22345678',
    txs_results: Array.from({ length: 300 }, result),
    finalize_block_events: Array.from({ length: 40 }, (_, at) => event(at)),
    validator_updates: null,
    consensus_param_updates: null,
    app_hash: 'uHPNPVA2WR6uTOTTlDcGfzxk25fcKDa5KLxA4UAfNek=',
  }
}

/** 500 transactions of 3 kB, 150 signatures. */
function block() {
  const value = recorded('block')
  const { signatures } = value.block.last_commit
  value.block.last_commit.signatures = Array.from({ length: 150 }, () => ({ ...signatures[0] }))
  value.block.data.txs = Array.from({ length: 500 }, (_, at) =>
    Buffer.from(Uint8Array.from({ length: 3000 }, (_, byte) => (byte * 7 + at) & 255)).toString(
      'base64',
    ),
  )
  return value
}

export const texts = {
  block_results: JSON.stringify(blockResults()),
  block: JSON.stringify(block()),
  status: JSON.stringify(recorded('status')),
}
