import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A block of TypeScript in a Markdown file. */
export interface DocumentedProgram {
  readonly name: string
  readonly text: string
}

/** The programs of Markdown files, and of those below folders. */
export function programsIn(...places: readonly string[]): DocumentedProgram[] {
  return places.flatMap((place) => {
    if (!place.endsWith('.md')) {
      const entries = readdirSync(path.join(root, place)).sort()
      const below = entries.filter((entry) => entry.endsWith('.md') || !entry.includes('.'))
      return programsIn(...below.map((entry) => `${place}/${entry}`))
    }
    const blocks = readFileSync(path.join(root, place), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)
    return [...blocks].map(([, text = ''], index) => ({ name: `${place} ${index + 1}`, text }))
  })
}

/** Runs programs one after the other in a thread, which a program that does not end costs its life. */
export class ProgramRunner {
  readonly #servers: Readonly<Record<string, string>>
  #worker: Worker | undefined
  #printed = ''

  /** `servers`: where the services are that programs name, by origin. */
  constructor(servers: Readonly<Record<string, string>> = {}) {
    this.#servers = servers
  }

  /**
   * Gives what the program printed when it has ended, or when it followed something for long enough without
   * a fault; rejects with what it throws.
   */
  async run(text: string, watchMs: number): Promise<string> {
    const worker = this.#start()
    this.#printed = ''
    const { promise, resolve, reject } = withResolvers()
    const late = setTimeout(() => {
      void this.close()
      if (/\bfor await\b/.test(text)) resolve()
      else reject(new Error(`it goes on after ${watchMs} ms. It printed: ${this.#printed}`))
    }, watchMs)
    const hear = ({ error }: { error?: unknown }): void => {
      if (error === undefined) resolve()
      else reject(new Error(String(error)))
    }
    worker.once('message', hear)
    worker.once('error', reject)
    try {
      worker.postMessage(text)
      await promise
      return this.#printed
    } finally {
      clearTimeout(late)
      worker.off('message', hear)
      worker.off('error', reject)
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const filename = path.join(root, 'test/docs/program.ts')
    const worker = new Worker(new URL('program-worker.mjs', import.meta.url), {
      workerData: { servers: this.#servers, filename },
      stdout: true,
      stderr: true,
    })
    const print = (data: unknown): void => {
      this.#printed += String(data)
    }
    worker.stdout.on('data', print)
    worker.stderr.on('data', print)
    this.#worker = worker
    return worker
  }
}

function withResolvers() {
  let resolve = (): void => undefined
  let reject = (_: Error): void => undefined
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}
