// What exact integers cost: `parseExactJson` compared with `JSON.parse`, on messages to sign.
import { parseExactJson } from '../../../packages/runtime/dist/http/index.js'

const forward = {
  forward: { receiver: 'pfm', port: 'transfer', channel: 'channel-0', timeout: 300_000_000_000 },
}
const swap = {
  wasm: {
    contract: 'osmo1vkdakqqg5htq5c3wy2kj2geq536q665xdexrtjuwqckpads2c2nsvhhcyv',
    msg: {
      swap_and_action: {
        user_swap: {
          swap_exact_asset_in: {
            swap_venue_name: 'osmosis-poolmanager',
            operations: [{ pool: '1', denom_in: 'uatom', denom_out: 'uosmo' }],
          },
        },
        min_asset: { native: { denom: 'uosmo', amount: '11929500' } },
        timeout_timestamp: 1_777_889_100,
      },
    },
  },
}

const transfer = (memo) =>
  `{"source_port":"transfer","source_channel":"channel-141","token":{"denom":"uatom","amount":"1000000"},` +
  `"sender":"cosmos186ey7txhhdqgra9xwdcydkr66ykzrt48xgvllr","receiver":"osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3",` +
  `"timeout_height":{},"timeout_timestamp":1777889100123456789,"memo":${JSON.stringify(memo)}}`

const texts = {
  'a transfer': transfer(''),
  'a transfer that goes on': transfer(JSON.stringify(forward)),
  'a transfer with a swap': transfer(JSON.stringify(swap)),
  'a contract call without large integers': JSON.stringify(swap),
}

function fastest(read, text) {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 200; round++) {
    const start = process.hrtime.bigint()
    for (let call = 0; call < 200; call++) read(text)
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 200)
  }
  return best
}

console.log('| text | characters | JSON.parse, ns | parseExactJson, ns | ratio |')
console.log('| --- | ---: | ---: | ---: | ---: |')
for (const [name, text] of Object.entries(texts)) {
  const plain = fastest(JSON.parse, text)
  const exact = fastest(parseExactJson, text)
  const cells = [name, text.length, plain.toFixed(0), exact.toFixed(0), (exact / plain).toFixed(2)]
  console.log(`| ${cells.join(' | ')} |`)
}
