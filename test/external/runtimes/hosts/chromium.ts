import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Chromium, findChromium } from './find-chromium.js'
import { type FoundHost, patienceMs, tableIn } from './host.js'
import { outputOf } from './processes.js'
import { servePage } from './serve-page.js'

/** A headless browser; the packages are what it imports, without a bundler. */
export async function chromiumHost(folder: string): Promise<FoundHost> {
  const found = await findChromium()
  if ('missing' in found) return found
  const { binary, env } = found
  const { stdout, stderr, code } = await outputOf(binary, ['--version'], folder, env)
  if (code !== 0) return { missing: `it does not start: ${stderr}` }
  return {
    version: /[\d.]+/.exec(stdout)?.[0] ?? '',
    async run(places) {
      const page = await servePage(folder)
      const url = `${page.url}?places=${encodeURIComponent(JSON.stringify(places))}`
      try {
        return tableIn(await valueOfPage(found, url, 'globalThis.outcome'))
      } finally {
        page.close()
      }
    },
  }
}

/** A browser with its own profile, and the port of its remote control. */
export interface RunningChromium {
  readonly port: number
  close(): Promise<void>
}

export async function startChromium({ binary, env }: Chromium): Promise<RunningChromium> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'tagwire-browser-'))
  const args = [...flags, `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(binary, args, { env, stdio: 'ignore' })
  const close = async (): Promise<void> => {
    await end(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    return { port: await debuggingPort(profile, child), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where a new tab that shows the page is driven from. */
export async function openTab({ port }: RunningChromium, url: string): Promise<string> {
  const opened = await fetch(`http://127.0.0.1:${port}/json/new?${encodeURIComponent(url)}`, {
    method: 'PUT',
  })
  const { webSocketDebuggerUrl }: { webSocketDebuggerUrl: string } = await opened.json()
  return webSocketDebuggerUrl
}

/** Opens a page in its own browser, and returns the value of an expression there, as JSON. */
export async function valueOfPage(
  chromium: Chromium,
  url: string,
  expression: string,
): Promise<string> {
  const browser = await startChromium(chromium)
  try {
    return await evaluate(await openTab(browser, url), expression)
  } finally {
    await browser.close()
  }
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

async function debuggingPort(profile: string, child: ChildProcess): Promise<number> {
  const file = path.join(profile, 'DevToolsActivePort')
  for (let waited = 0; waited < 30_000 && child.exitCode === null; waited += 100) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.includes('\n')) return Number(text.split('\n')[0])
    await sleep(100)
  }
  throw new Error('The browser did not start')
}

/** The page may still be loading, so the expression is evaluated again until it has a value. */
async function evaluate(debuggerUrl: string, expression: string): Promise<string> {
  const socket = new WebSocket(debuggerUrl)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      const value = await ask(socket, expression)
      if (value !== undefined) return JSON.stringify(value)
      await sleep(100)
    }
    throw new Error('The page never said anything')
  } finally {
    socket.terminate()
  }
}

function ask(socket: WebSocket, expression: string): Promise<unknown> {
  const params = { expression, awaitPromise: true, returnByValue: true }
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('The page does not end')), patienceMs)
    socket.once('message', (data) => {
      clearTimeout(patience)
      resolve(JSON.parse(String(data)).result?.result?.value)
    })
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
