// How much longer an answer takes when it is decoded: JSON.parse and decoding ÷ JSON.parse alone, and
// encoding ÷ decoding. Everybody takes turns, the middle of the quicker half of the rounds
// counts; ratios, not times.
import { Comet38Client } from '@cosmjs/tendermint-rpc'
import { decoders } from '../../../../packages/node-rpc/dist/decode.js'
import * as zod from './codecs.mjs'
import { texts } from './data.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 40)

/** What its client makes of a text that a node answered. */
async function cosmjs(method) {
  let answer
  const client = await Comet38Client.create({
    execute: async () => ({ jsonrpc: '2.0', id: 1, result: answer }),
    disconnect: () => undefined,
  })
  return async (value) => {
    answer = value
    return client[method](1)
  }
}

const cases = [
  {
    name: 'block_results',
    own: decoders.ResultBlockResults,
    cosmjs: await cosmjs('blockResults'),
    zod: zod.blockResults,
  },
  {
    name: 'block',
    own: decoders.ResultBlock,
    cosmjs: await cosmjs('block'),
    zod: zod.block,
  },
]

async function times(work) {
  const start = process.hrtime.bigint()
  globalThis.kept = await work()
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** The middle of the quicker half: the others waited for somebody else on this machine. */
function typical(values) {
  return values.toSorted((left, right) => left - right)[values.length >> 2]
}

function shuffled(list) {
  return list
    .map((each) => [Math.random(), each])
    .sort(([left], [right]) => left - right)
    .map(([, each]) => each)
}

console.log(`node ${process.version}, total ÷ JSON.parse (encoding ÷ decoding)`)
for (const { name, own, cosmjs, zod } of cases) {
  const text = texts[name]
  const value = JSON.parse(text)
  const decoded = own.decode(value)
  const byZod = zod.decode(value)
  const contenders = {
    parse: () => JSON.parse(text),
    tagwire: () => own.decode(JSON.parse(text)),
    cosmjs: () => cosmjs(JSON.parse(text)),
    zod: () => zod.decode(JSON.parse(text)),
    decode: () => own.decode(value),
    encode: () => own.encode(decoded),
    'zod decode': () => zod.decode(value),
    'zod encode': () => zod.encode(byZod),
  }
  const taken = Object.fromEntries(Object.keys(contenders).map((each) => [each, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [who, work] of shuffled(Object.entries(contenders))) {
      taken[who].push(await times(work))
    }
  }
  const of = Object.fromEntries(Object.entries(taken).map(([who, all]) => [who, typical(all)]))
  const ratio = (over, under) => (of[over] / of[under]).toFixed(2)
  console.log(
    [
      name.padEnd(14),
      `tagwire ${ratio('tagwire', 'parse')} (${ratio('encode', 'decode')})`,
      `cosmjs ${ratio('cosmjs', 'parse')}`,
      `zod codecs ${ratio('zod', 'parse')} (${ratio('zod encode', 'zod decode')})`,
    ].join('   '),
  )
}
