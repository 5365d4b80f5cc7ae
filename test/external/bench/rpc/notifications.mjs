// NewBlock notifications through a subscription, as fast as they can be taken: short ones, and such as chains with
// users send. The node waits for whoever reads slowly, and every client has the buffer that it has by itself.
// Everybody subscribes once, as those who follow a chain do; a turn is the next so many notifications.
import path from 'node:path'
import { report } from '../readme.mjs'
import { byTurns, median, ratio } from '../turns.mjs'
import { subscribers } from './contenders.mjs'
import { startServer } from './harness.mjs'

const here = import.meta.dirname
const names = Object.keys(subscribers)
const [base] = names
const measured = []
for (const [kilobytes, count] of [
  [3, 8_000],
  [40, 1_200],
]) {
  const { port, stop } = await startServer(kilobytes, count)
  const given = { url: `ws://127.0.0.1:${port}/websocket`, count }
  const module = path.join(here, 'contenders.mjs')
  const [times] = await byTurns({ module, names, given, rounds: 20, warmUps: 6 })
  measured.push({ kilobytes, count, times })
  stop()
}

const head = measured.flatMap(({ kilobytes }) => [
  `${kilobytes} kB: per second`,
  '×',
  'µs of processor',
  '×',
])
const rows = names.map((name) => {
  const cells = measured.flatMap(({ count, times }) => {
    const { wall, cpu } = times[name]
    return [
      ((count * 1000) / median(wall)).toFixed(0),
      // Of the speed, not of the time.
      (1 / ratio(wall, times[base].wall)).toFixed(2),
      ((median(cpu) / count) * 1000).toFixed(1),
      ratio(cpu, times[base].cpu).toFixed(2),
    ]
  })
  return [name, ...cells]
})
report(here, 'notifications', [['per notification', ...head], ...rows])
