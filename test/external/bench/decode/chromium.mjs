// A page of Chromium and the processor's time that it takes, over the pipe that Chromium itself offers. Linux only.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The CPU milliseconds of processes so far, all threads together. */
function processorTime(processes) {
  const threads = processes.flatMap((id) =>
    readdirSync(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}/schedstat`),
  )
  return threads.reduce((total, file) => total + nanoseconds(file) / 1_000_000, 0)
}

function nanoseconds(file) {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0])
  } catch {
    return 0 // A thread that ended since.
  }
}

/** Opens a page; `evaluate` runs an expression in it, `timed` gives the milliseconds that one takes. */
export async function openPage(program, address, profile) {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe']
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , input, output] = child.stdio
  const waiting = new Map()
  let ended
  child.on('error', (error) => {
    ended = error
    for (const { reject } of waiting.values()) reject(error)
  })
  child.on('exit', () => {
    ended ??= new Error(`${program} ended`)
    for (const { reject } of waiting.values()) reject(ended)
  })
  let text = ''
  output.setEncoding('utf8').on('data', (data) => {
    const messages = (text + data).split('\0')
    text = messages.pop()
    for (const { id, result, error } of messages.map((each) => JSON.parse(each))) {
      if (error) waiting.get(id)?.reject(new Error(error.message))
      else waiting.get(id)?.resolve(result)
      waiting.delete(id)
    }
  })
  let calls = 0
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      if (ended) reject(ended)
      const id = ++calls
      waiting.set(id, { resolve, reject })
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })

  const { targetId } = await send('Target.createTarget', { url: address })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  async function evaluate(expression) {
    const asked = { expression, returnByValue: true, awaitPromise: true }
    const { result, exceptionDetails } = await send('Runtime.evaluate', asked, sessionId)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }
  /** A page gets another process when it is loaded, so that they are looked for after that. */
  async function renderers() {
    const { processInfo } = await send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }
  let processes
  return {
    evaluate,
    async timed(expression) {
      processes ??= await renderers()
      const start = processorTime(processes)
      await evaluate(expression)
      return processorTime(processes) - start
    },
    async close() {
      await send('Browser.close').catch(() => undefined)
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
