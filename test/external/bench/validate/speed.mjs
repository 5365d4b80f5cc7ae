// How long it takes to say that an answer holds. All makers take turns, so that a slow moment of the
// machine is everybody's; the quickest of many rounds counts.

import { isBlockResults } from './by-hand.mjs'
import { cases } from './data.mjs'

const ROUNDS = 100
const makers = ['tagwire', 'ajv', 'zod', 'valibot']

async function contenders(type) {
  const { validator } = await import(`./.cache/tagwire-${type}.mjs`)
  const peers = await Promise.all(
    makers
      .slice(1)
      .map(async (maker) => [maker, (await import(`./.cache/${maker}-${type}.mjs`)).is]),
  )
  const later = [
    ['strict', validator.strict.is],
    ['drift', (value) => validator.drift(value).length === 0],
  ]
  return { yesOrNo: [['tagwire', validator.is], ...peers], later }
}

function time(is, value, times) {
  const start = process.hrtime.bigint()
  for (let index = 0; index < times; index++) is(value)
  return Number(process.hrtime.bigint() - start) / times / 1e3
}

/** The quickest of many rounds, everybody in another order each time. */
function race(all, value, times) {
  for (const [maker, is] of all) if (!is(value)) throw new Error(`${maker} refuses the value`)
  const best = new Map(all.map(([maker]) => [maker, Number.POSITIVE_INFINITY]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [maker, is] of shuffled(all))
      best.set(maker, Math.min(best.get(maker), time(is, value, times)))
  }
  return best
}

function shuffled(list) {
  return list
    .map((each) => [Math.random(), each])
    .sort(([left], [right]) => left - right)
    .map(([, each]) => each)
}

console.log('\nmicroseconds per answer, and how many times as long as tagwire takes\n')
const columns = [...makers, 'tagwire strict', 'tagwire drift', 'zod without eval']
console.log(
  ['case'.padEnd(14), 'kB'.padStart(7), ...columns.map((each) => each.padStart(17))].join(''),
)
const rows = []
for (const { type, value, bytes } of cases) {
  const { yesOrNo, later } = await contenders(type)
  const best = [...race(yesOrNo, value, timesFor(bytes))]
  // One by one: collecting teaches the engine other habits.
  for (const each of later) best.push(...race([each], value, timesFor(bytes)))
  rows.push(best)
}
// One by one as well: what is left once nothing but the types is looked at.
const block = cases.find(({ type }) => type === 'ResultBlockResults')
const [[, least]] = race([['by hand', isBlockResults]], block.value, timesFor(block.bytes))

// Last of all, because this setting is for every copy of zod in the program.
for (const [index, { type, value, bytes }] of cases.entries()) {
  const { is } = await import(`./.cache/zod-no-eval-${type}.mjs`)
  rows[index].push(...race([['zod without eval', is]], value, timesFor(bytes)))
}
for (const [index, { name, bytes }] of cases.entries()) {
  const [[, fastest]] = rows[index]
  const cells = rows[index].map(([, each]) =>
    `${each.toFixed(1)} ${(each / fastest).toFixed(1)}x`.padStart(17),
  )
  console.log([name.padEnd(14), (bytes / 1000).toFixed(1).padStart(7), ...cells].join(''))
}

console.log(`\nblock_results by hand, types only: ${least.toFixed(1)}`)

function timesFor(bytes) {
  return Math.max(1, Math.round(200_000 / bytes))
}
