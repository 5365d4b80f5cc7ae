import path from 'node:path'
import { parseArgs } from 'node:util'
import { findBinary } from '../node/harness/binary.js'
import { runChaos } from './run.js'
import { failuresIn } from './verdict.js'

const { values } = parseArgs({
  // pnpm passes a `--` on.
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    seed: { type: 'string' },
    faults: { type: 'string', default: '240' },
    transactions: { type: 'string', default: '2200' },
  },
})

const say = (line: string): void => void process.stderr.write(`[chaos] ${line}\n`)
const found = await findBinary(path.resolve('.cache/go-bin'), say)
if ('missing' in found) {
  say(`cannot run: ${found.missing}`)
  process.exit(2)
}
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed)
say(`seed ${seed}`)
const report = await runChaos({
  binary: found.path,
  seed,
  faults: Number(values.faults),
  transactions: Number(values.transactions),
  pauseMs: 300,
  longestMs: 15 * 60_000,
  say,
})
console.log(JSON.stringify(report, null, 2))
const failures = failuresIn(report)
for (const failure of failures) say(`FAILED: ${failure}`)
say(
  failures.length > 0
    ? `again with: pnpm tool chaos --seed ${seed}`
    : 'nothing missed, nothing twice',
)
process.exitCode = failures.length > 0 ? 1 : 0
