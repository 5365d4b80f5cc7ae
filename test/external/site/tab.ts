import { writeFile } from 'node:fs/promises'
import { WebSocket } from 'ws'
import { openTab, type RunningChromium } from '../runtimes/hosts/chromium.js'

const PATIENCE_MS = 60_000

interface Answer {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Evaluated {
  readonly result: { readonly value?: unknown; readonly description?: string }
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
}

export type Scheme = 'light' | 'dark'

/** A tab of a browser, driven over the DevTools protocol. */
export class Tab {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  readonly #heard = new Map<string, () => void>()
  #count = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const answer: Answer = JSON.parse(String(data))
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer)
      else if (answer.method !== undefined) this.#heard.get(answer.method)?.()
    })
  }

  static async open(browser: RunningChromium): Promise<Tab> {
    const socket = new WebSocket(await openTab(browser, 'about:blank'), { maxPayload: 2 ** 28 })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const tab = new Tab(socket)
    await tab.#send('Page.enable')
    // Not every page of a run has to be shown: a tab behind others paints nothing.
    await tab.#send('Page.bringToFront')
    return tab
  }

  /** The size and the colours that the reader has. */
  async look(width: number, scheme: Scheme): Promise<void> {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 }
    await this.#send('Emulation.setDeviceMetricsOverride', size)
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await this.#send('Emulation.setEmulatedMedia', { features })
  }

  async show(url: string): Promise<void> {
    await this.follow(() => this.#send('Page.navigate', { url }))
  }

  /** Waits for the page that something leads to. */
  async follow(lead: () => Promise<unknown>): Promise<void> {
    const loaded = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no page was loaded')), PATIENCE_MS)
      this.#heard.set('Page.loadEventFired', () => {
        clearTimeout(late)
        resolve()
      })
    })
    await lead()
    await loaded
  }

  /** What an expression comes to in the page; a promise is waited for. */
  async value(expression: string): Promise<unknown> {
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = (await this.#send('Runtime.evaluate', params)) as Evaluated
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'it threw')
    return result.value
  }

  /** A key as a person presses it: `Tab`, `Enter`, `ArrowDown`, `/`. */
  async press(key: string): Promise<void> {
    const code = { Tab: 9, Enter: 13, Escape: 27, ArrowDown: 40, ArrowRight: 39 }[key]
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
    const press = { key, windowsVirtualKeyCode: code ?? key.charCodeAt(0) }
    await this.#send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      ...press,
      ...(text ? { text } : {}),
    })
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...press })
  }

  async type(text: string): Promise<void> {
    await this.#send('Input.insertText', { text })
  }

  /** The page from its beginning, at most so many pixels of it. */
  async picture(file: string, mostHeight = 4000): Promise<void> {
    const height = Number(await this.value('document.documentElement.scrollHeight'))
    const width = Number(await this.value('innerWidth'))
    const clip = { x: 0, y: 0, width, height: Math.min(height, mostHeight), scale: 1 }
    const params = { format: 'png', captureBeyondViewport: true, clip }
    const { data } = (await this.#send('Page.captureScreenshot', params)) as { data: string }
    await writeFile(file, Buffer.from(data, 'base64'))
  }

  close(): void {
    this.#socket.terminate()
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${method} does not end`)), PATIENCE_MS)
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(late)
        this.#waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result)
      })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }
}
