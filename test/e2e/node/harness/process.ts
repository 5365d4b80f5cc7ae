import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { environment } from './home.js'

/** One running process of the node. */
export interface NodeProcess {
  readonly pid: number
  readonly ended: boolean
  /** The last part of what it printed. */
  log(): string
  /** Ends it by its own pid and waits until it is gone. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const running = new Set<ChildProcessByStdio<null, Readable, Readable>>()

// A test run that is aborted leaves no node behind. One that is killed does not either: the node
// then writes its log into a broken pipe, and ends by that.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export function startProcess(binary: string, args: readonly string[]): NodeProcess {
  const child = spawn(binary, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let text = ''
  let ended = false
  const keep = (chunk: unknown): void => {
    text = `${text}${chunk}`.slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const end = new Promise<void>((resolve) => {
    const finish = (reason: unknown): void => {
      running.delete(child)
      ended = true
      keep(`\n[ended: ${reason}]`)
      resolve()
    }
    child.on('error', (error) => finish(error.message))
    child.on('close', (code, signal) => finish(signal ?? code))
  })
  return {
    pid: child.pid ?? 0,
    get ended() {
      return ended
    },
    log: () => text,
    async stop(signal = 'SIGTERM') {
      if (ended) return
      child.kill(signal)
      const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await end
      clearTimeout(impatience)
    },
  }
}
