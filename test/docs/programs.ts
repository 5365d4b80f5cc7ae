import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { transformSync } from 'rolldown/utils'
import { packagePages, pagesIn } from './package-pages.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The reference of emitters lists declarations, not programs; another test checks it. */
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  'src',
  'spec',
  'LICENSE',
  'emitter-reference.md',
  'emitter-types.md',
])

/** A block of TypeScript in a Markdown file. */
export interface DocumentedProgram {
  readonly name: string
  readonly text: string
}

/**
 * Everything with programs: all READMEs, the hand-written files in `docs`, and the pages of the packages.
 */
export function documentedPrograms(): DocumentedProgram[] {
  return programsIn(
    'README.md',
    'CONTRIBUTING.md',
    'generator/README.md',
    'spec/README.md',
    'packages',
    ...packagePages.keys(),
    'examples',
    'docs',
  )
}

/** The programs of Markdown files, of those below folders, and of pages that only the site has. */
function programsIn(...places: readonly string[]): DocumentedProgram[] {
  return places.flatMap((place) => {
    const page = packagePages.get(place)
    if (page !== undefined) return programsOf(place, page)
    if (!place.endsWith('.md')) {
      const entries = readdirSync(path.join(root, place)).sort()
      const below = entries.filter(
        (entry) => !LEFT_OUT.has(entry) && isReadable(path.join(root, place, entry)),
      )
      return programsIn(...below.map((entry) => `${place}/${entry}`))
    }
    return programsOf(place, readFileSync(path.join(root, place), 'utf8'))
  })
}

function programsOf(place: string, markdown: string): DocumentedProgram[] {
  const blocks = markdown.matchAll(/^```ts\n(.*?)^```$/gms)
  return [...blocks].map(([, text = ''], index) => ({ name: `${place} ${index + 1}`, text }))
}

function isReadable(place: string): boolean {
  return place.endsWith('.md') || statSync(place).isDirectory()
}

/**
 * Programs that are run against the sandbox. Another test checks the output of those in the migration guide.
 */
export function routingPrograms(): DocumentedProgram[] {
  return programsIn(
    'README.md',
    'generator/README.md',
    'packages/routing/README.md',
    'packages/routing/AGENTS.md',
    ...pagesIn('packages/routing/docs/operations'),
    'packages/routing-execute/README.md',
    'packages/routing-sandbox/README.md',
    'packages/runtime/README.md',
    'docs/guides',
  )
    .filter(({ text }) => /from '@tagwire\/(?:routing[-/']|runtime\/core')/.test(text))
    .filter(({ name }) => !name.includes('from-skip-go-client'))
}

/** Programs that are run against a node. */
export function nodePrograms(): DocumentedProgram[] {
  return allNodePrograms().filter(({ name, text }) => !isFormOfCall(name, text))
}

export function allNodePrograms(): DocumentedProgram[] {
  return programsIn(
    'README.md',
    'packages/node-rpc/README.md',
    'packages/node-rpc/AGENTS.md',
    ...pagesIn('packages/node-rpc/docs/methods'),
    'docs/guides',
    'docs/decoding.md',
  ).filter(({ text }) => /from '@tagwire\/node-rpc[/']/.test(text))
}

/**
 * Programs that need a hash, a transaction or a peer of a chain only show the form of the call; those are only
 * compiled. For a moment the node has no parameters of its newest height.
 */
function isFormOfCall(name: string, text: string): boolean {
  const ofChain = /'0x[0-9a-f]|\.(?:dial|unsubscribe|consensusParams|broadcastEvidence)/
  return /\/methods\/|^packages\/node-rpc\/README/.test(name) && ofChain.test(text)
}

/** A folder for programs as modules of their own, from which what they import is found. */
export class ProgramFolder {
  readonly #folder: string
  #count = 0

  constructor() {
    const cache = path.join(root, 'test/docs/.cache')
    mkdirSync(cache, { recursive: true })
    this.#folder = mkdtempSync(path.join(cache, 'programs-'))
  }

  /** Writes a program without its types, and returns its URL. */
  add(text: string): string {
    const { code, errors } = transformSync('program.ts', text)
    const [error] = errors
    if (error) throw error
    const file = path.join(this.#folder, `${this.#count++}.mjs`)
    writeFileSync(file, code)
    return pathToFileURL(file).href
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** How long a program may take that ends by itself. */
const PATIENCE_MS = 20_000

/** Runs programs one after the other in a thread, which is terminated if a program does not end. */
export class ProgramRunner {
  readonly #servers: Readonly<Record<string, string>>
  readonly #folder = new ProgramFolder()
  #worker: Worker | undefined
  #printed = ''

  /** `servers`: where the services are that programs name, by origin. */
  constructor(servers: Readonly<Record<string, string>> = {}) {
    this.#servers = servers
  }

  /**
   * Resolves to the output of the program when it has ended, or when it has followed something for long
   * enough without an error; rejects with what it throws.
   */
  async run(text: string, watchMs: number): Promise<string> {
    const worker = this.#start()
    this.#printed = ''
    const { promise, resolve, reject } = withResolvers()
    const follows = /\bfor await\b/.test(text)
    // The first program of a thread loads everything, which takes its time on a busy machine.
    const patienceMs = follows ? watchMs : Math.max(watchMs, PATIENCE_MS)
    const late = setTimeout(() => {
      void this.#stop()
      if (follows) resolve()
      else reject(new Error(`it goes on after ${patienceMs} ms. It printed: ${this.#printed}`))
    }, patienceMs)
    const hear = ({ error }: { error?: unknown }): void => {
      if (error === undefined) resolve()
      else reject(new Error(String(error)))
    }
    worker.once('message', hear)
    worker.once('error', reject)
    try {
      worker.postMessage(this.#folder.add(text))
      await promise
      return this.#printed
    } finally {
      clearTimeout(late)
      worker.off('message', hear)
      worker.off('error', reject)
    }
  }

  async close(): Promise<void> {
    await this.#stop()
    this.#folder.remove()
  }

  async #stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('program-worker.mjs', import.meta.url), {
      workerData: { servers: this.#servers },
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
