// How much longer an answer takes when it is decoded: JSON.parse and decoding ÷ JSON.parse alone, and
// encoding ÷ decoding. Each library takes turns with JSON.parse, because nobody uses two of them. What
// counts is the processor's time, of which others on the machine take nothing away, and the middle of
// all rounds.
import { loadavg } from 'node:os'
import { Comet38Client } from '@cosmjs/tendermint-rpc'
import { decoders } from '../../../../packages/node-rpc/dist/decode.js'
import * as zod from './codecs.mjs'
import { texts } from './data.mjs'
import * as protobuf from './protobuf.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 80)
/** What is quick is called several times in a row, up to these milliseconds: the clock is coarse. */
const LEAST = 6

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
    protobuf: protobuf.blockResults,
  },
  {
    name: 'block',
    own: decoders.ResultBlock,
    cosmjs: await cosmjs('block'),
    zod: zod.block,
    protobuf: protobuf.block,
  },
]

/** Milliseconds of the processor for one call. */
async function cpuTime(work) {
  const start = process.cpuUsage()
  for (let calls = 1; ; calls++) {
    globalThis.kept = await work()
    const { user, system } = process.cpuUsage(start)
    const taken = (user + system) / 1000
    if (taken >= LEAST) return taken / calls
  }
}

const typical = (values) => values.toSorted((left, right) => left - right)[values.length >> 1]

function shuffled(list) {
  return list
    .map((each) => [Math.random(), each])
    .sort(([left], [right]) => left - right)
    .map(([, each]) => each)
}

/** Calls before anything is measured: until then compilers take their share of the processor. */
const WARM = 150

/** The middle time of each. */
async function measured(contenders, rounds) {
  for (let call = 0; call < WARM; call++) {
    for (const work of Object.values(contenders)) globalThis.kept = await work()
  }
  const taken = Object.fromEntries(Object.keys(contenders).map((each) => [each, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [who, work] of shuffled(Object.entries(contenders))) {
      taken[who].push(await cpuTime(work))
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([who, all]) => [who, typical(all)]))
}

async function figures(text, { decode, encode }, rounds = ROUNDS / 4) {
  const taken = await measured(
    { parse: () => JSON.parse(text), total: () => decode(JSON.parse(text)) },
    rounds,
  )
  const total = taken.total / taken.parse
  if (!encode) return { total }
  // Apart from those: the memory of one is cleared away in the time of the other.
  const value = JSON.parse(text)
  const decoded = await decode(value)
  const both = await measured(
    { decode: () => decode(value), encode: () => encode(decoded) },
    rounds / 2,
  )
  return { total, encode: both.encode / both.decode }
}

/** `1.02 (1.35)`: total ÷ `JSON.parse`, and encoding ÷ decoding. */
const shown = ({ total, encode }) =>
  encode === undefined ? total.toFixed(2) : `${total.toFixed(2)} (${encode.toFixed(2)})`

const load = loadavg()[0].toFixed(1)
const rows = []
for (const { name, own, cosmjs, zod, protobuf: messages } of cases) {
  const text = texts[name]
  const likeProtobuf = JSON.stringify(protobuf.inProtobuf(JSON.parse(text)))
  rows.push({
    answer: name,
    tagwire: shown(await figures(text, own, ROUNDS)),
    cosmjs: shown(await figures(text, { decode: cosmjs })),
    zod: shown(await figures(text, zod)),
    protobuf: shown(await figures(likeProtobuf, messages)),
  })
}
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ node: process.version, load, rows }))
} else {
  console.log(`node ${process.version}, load ${load}: total ÷ JSON.parse (encoding ÷ decoding)`)
  for (const { answer, ...each } of rows) {
    const cells = Object.entries(each).map(([who, figure]) => `${who} ${figure}`)
    console.log([answer.padEnd(14), ...cells].join('   '))
  }
}
