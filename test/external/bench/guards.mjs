// Compares the generated guards with hand-written ones, on the same data, in one run.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isOperationTransfer, matchOperation, operationKind } from '@tagwire/routing'
import { Bench } from 'tinybench'
import { firstKeyByHand, isTransferByHand, kindByHand } from './by-hand.mjs'
import { workloads } from './data.mjs'

for (const [name, values] of Object.entries(workloads)) {
  for (const value of values) {
    const same =
      operationKind(value) === kindByHand(value) &&
      isOperationTransfer(value) === isTransferByHand(value)
    if (!same) throw new Error(`${name}: not the same answer for ${JSON.stringify(value)}`)
  }
}

const arms = { transfer: (payload) => payload, otherwise: () => undefined }

function matchByHand(value) {
  return kindByHand(value) === 'transfer'
    ? arms.transfer(value.transfer, value)
    : arms.otherwise(value)
}

/** Nanoseconds per call: the median of the runs. */
async function measure(values, functions) {
  const bench = new Bench({ time: 250, warmupTime: 100 })
  let seen = 0
  for (const [name, call] of Object.entries(functions)) {
    bench.add(name, () => {
      for (let at = 0; at < values.length; at++) if (call(values[at]) !== undefined) seen++
    })
  }
  await bench.run()
  if (seen < 0) throw new Error('Unreachable: keeps the calls from being optimised away.')
  return Object.fromEntries(
    bench.tasks.map((task) => [task.name, (task.result.latency.p50 * 1e6) / values.length]),
  )
}

const ns = (value) => value.toFixed(1).padStart(7)
const ratio = (own, hand) => `${(own / hand).toFixed(2)}x`.padStart(7)

console.log('Nanoseconds per call, and the ratio to the same answer written by hand.\n')
console.log(
  `${''.padEnd(22)}   kind  by hand  ratio |  guard by hand  ratio |  match by hand  ratio | loose*`,
)
for (const [name, values] of Object.entries(workloads)) {
  const found = await measure(values, {
    kind: operationKind,
    kindByHand,
    guard: isOperationTransfer,
    guardByHand: isTransferByHand,
    match: (value) => matchOperation(value, arms),
    matchByHand,
    ...(name === 'no operations at all' ? {} : { loose: firstKeyByHand }),
  })
  console.log(
    name.padEnd(22),
    `${ns(found.kind)} ${ns(found.kindByHand)} ${ratio(found.kind, found.kindByHand)} |`,
    `${ns(found.guard)} ${ns(found.guardByHand)} ${ratio(found.guard, found.guardByHand)} |`,
    `${ns(found.match)} ${ns(found.matchByHand)} ${ratio(found.match, found.matchByHand)} |`,
    found.loose ? ns(found.loose) : '',
  )
}
console.log('\n* kind by "first key wins": says less (two keys, inherited keys), for scale only.')

const cold = fileURLToPath(new URL('cold.mjs', import.meta.url))
const medianCold = (which) => {
  const runs = Array.from({ length: 9 }, () =>
    Number(execFileSync(process.execPath, [cold, which], { encoding: 'utf8' })),
  )
  return runs.sort((left, right) => left - right)[4]
}
const [own, hand] = [medianCold('generated'), medianCold('hand')]
console.log(
  `\nThe first 1,000 calls of a process: ${ns(own)} generated, ${ns(hand)} by hand, ${ratio(own, hand)}`,
)
