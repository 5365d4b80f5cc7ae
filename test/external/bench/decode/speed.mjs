// How much longer an answer takes when it is decoded: JSON.parse and decoding ÷ JSON.parse alone, and
// encoding ÷ decoding, of one library: `node speed.mjs [tagwire | cosmjs | zod | protobuf] [--json]`. A process
// has one of them, because nobody uses two, and takes turns with JSON.parse. What counts is the processor's
// time, of which others on the machine take nothing away, and the middle of all rounds.
import { texts } from './data.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 40)
/** What is quick is called several times in a row, up to these milliseconds: the clock is coarse. */
const LEAST = 6

/** The decoders of each library, by answer. */
const libraries = {
  async tagwire() {
    const { decoders } = await import('../../../../packages/node-rpc/dist/decode.js')
    return { block_results: decoders.ResultBlockResults, block: decoders.ResultBlock }
  },
  async cosmjs() {
    const { Comet38Client } = await import('@cosmjs/tendermint-rpc')
    /** What its client makes of a text that a node answered. */
    const decoder = async (method) => {
      let answer
      const client = await Comet38Client.create({
        execute: async () => ({ jsonrpc: '2.0', id: 1, result: answer }),
        disconnect: () => undefined,
      })
      return {
        decode: async (value) => {
          answer = value
          return client[method](1)
        },
      }
    }
    return { block_results: await decoder('blockResults'), block: await decoder('block') }
  },
  async zod() {
    const { block, blockResults } = await import('./codecs.mjs')
    return { block_results: blockResults, block }
  },
  async protobuf() {
    const { block, blockResults } = await import('./protobuf.mjs')
    return { block_results: blockResults, block }
  },
}

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
const WARM = Number(process.env.WARM ?? 150)

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

async function figures(text, { decode, encode }) {
  const taken = await measured(
    { parse: () => JSON.parse(text), total: () => decode(JSON.parse(text)) },
    ROUNDS,
  )
  const total = taken.total / taken.parse
  if (!encode) return { total }
  // Apart from those: the memory of one is cleared away in the time of the other.
  const value = JSON.parse(text)
  const decoded = await decode(value)
  const both = await measured(
    { decode: () => decode(value), encode: () => encode(decoded) },
    ROUNDS / 2,
  )
  return { total, encode: both.encode / both.decode }
}

const [library = 'tagwire'] = process.argv.slice(2).filter((each) => !each.startsWith('-'))
const decoders = await libraries[library]()
const answers = {}
for (const [answer, decoder] of Object.entries(decoders)) {
  answers[answer] = await figures(await textFor(answer), decoder)
}
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ node: process.version, answers }))
} else {
  console.log(`node ${process.version}, ${library}: total ÷ JSON.parse (encoding ÷ decoding)`)
  for (const [answer, { total, encode }] of Object.entries(answers)) {
    console.log(
      `${answer.padEnd(14)} ${total.toFixed(2)} ${encode ? `(${encode.toFixed(2)})` : ''}`,
    )
  }
}

/** The text of an answer, as the library reads it. */
async function textFor(answer) {
  if (library !== 'protobuf') return texts[answer]
  const { inProtobuf } = await import('./protobuf.mjs')
  return JSON.stringify(inProtobuf(JSON.parse(texts[answer])))
}
