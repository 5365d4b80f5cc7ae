// Contenders by turns, each in a process of its own, so that none runs on what the engine learned from another.
// A module exports `contenders`: by name, a function that prepares one and returns a turn of its work.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Every contender has one turn a round, each round in another order. `times` of each are those of every round:
 * milliseconds of `wall` time, and `cpu` of the process, in which the engine's compiler counts too. So each has
 * as many turns before as it takes until nothing is compiled any more.
 */
export async function byTurns({ module, names, given, rounds, phases = [''], warmUps = 1 }) {
  const children = await Promise.all(names.map((name) => start(module, name, given)))
  const results = []
  for (const phase of phases) {
    const times = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]))
    for (let turn = 0; turn < warmUps; turn++) {
      for (const { ask } of children) await ask({ phase, isWarmUp: true })
    }
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < children.length; turn++) {
        const { name, ask } = children[(turn + round) % children.length]
        const { wall, cpu } = await ask({ phase })
        times[name].wall.push(wall)
        times[name].cpu.push(cpu)
      }
    }
    results.push(times)
  }
  for (const { child } of children) child.disconnect()
  return results
}

async function start(module, name, given) {
  const child = fork(fileURLToPath(import.meta.url), [module, name, JSON.stringify(given ?? null)])
  const answer = () =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`${name} ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message)
      })
    })
  await answer()
  const ask = (message) => {
    const answered = answer()
    child.send(message)
    return answered
  }
  return { name, child, ask }
}

export function median(list) {
  return list.toSorted((left, right) => left - right)[Math.floor(list.length / 2)]
}

/** How many times as much as the other: the median of all rounds, because a busy moment hits whole rounds. */
export function ratio(own, other) {
  return median(own.map((each, round) => each / other[round]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [module, name, given] = process.argv.slice(2)
  const { contenders } = await import(module)
  const turn = await contenders[name](JSON.parse(given))
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ phase, isWarmUp }) => {
    const before = process.cpuUsage()
    const begun = performance.now()
    await turn(phase, isWarmUp)
    const wall = performance.now() - begun
    const { user, system } = process.cpuUsage(before)
    process.send({ wall, cpu: (user + system) / 1000 })
  })
  process.send('ready')
}
