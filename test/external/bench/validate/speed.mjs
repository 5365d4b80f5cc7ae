// How long it takes to say whether an answer holds.
import path from 'node:path'
import { report } from '../readme.mjs'
import { byTurns, median, ratio } from '../turns.mjs'
import { byHand, contenders } from './contenders.mjs'
import { cases } from './data.mjs'

const ROUNDS = 40
const here = import.meta.dirname
const phases = {
  before: 'valid, nothing refused before',
  after: 'valid, others refused before',
  invalid: 'invalid',
}
const names = Object.keys(contenders).filter((name) => name !== byHand)
const rows = []
let least
for (const { name, type, bytes } of cases) {
  const isBlock = name === 'block_results'
  // A turn of the quickest takes two milliseconds.
  const given = { name, type, times: Math.ceil(10_000_000 / bytes) }
  const results = await byTurns({
    module: path.join(here, 'contenders.mjs'),
    names: isBlock ? [...names, byHand] : names,
    given,
    rounds: ROUNDS,
    phases: Object.keys(phases),
  })
  for (const [index, phase] of Object.keys(phases).entries()) {
    const times = results[index]
    const [own, ...others] = names.map((each) => times[each].cpu)
    const cells = others.map((each) => `${ratio(each, own).toFixed(2)}×`)
    const microseconds = (median(own) / given.times) * 1000
    rows.push([
      `${name}, ${(bytes / 1000).toFixed(0)} kB: ${phases[phase]}`,
      microseconds.toFixed(1),
      ...cells,
    ])
    if (isBlock && phase === 'after') least = ratio(times[byHand].cpu, own)
  }
}
report(here, 'speed', [['', 'tagwire, µs', ...names.slice(1)], ...rows])
console.log(`\nblock_results by hand, types only: ${least.toFixed(2)}×`)
