import { fork } from 'node:child_process'

/** The scripted node, whose notifications are at least so long, and come so many at a time. It ends with this process. */
export async function startServer(kilobytes = 0, portion = 0) {
  const child = fork(new URL('server.mjs', import.meta.url), [String(kilobytes), String(portion)])
  const port = await new Promise((resolve) => child.once('message', resolve))
  return { port, stop: () => child.kill() }
}

/** The time at a quarter of the list: what a machine with other work at hand disturbs least. */
export function lowerQuartile(list) {
  return [...list].sort((left, right) => left - right)[Math.floor(list.length / 4)]
}
