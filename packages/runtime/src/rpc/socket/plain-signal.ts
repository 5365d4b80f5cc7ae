import type { AbortListener, Ender, Ending } from '../../core/index.js'

/**
 * An `AbortController` and its signal as one plain object. Only work that passes its signal to the platform
 * needs the platform's own: creating that and its listeners takes as long as the rest of a call over an open
 * socket.
 */
class PlainSignal implements Ender, Ending {
  aborted = false
  reason: unknown
  #listeners: AbortListener[] = []

  get signal(): Ending {
    return this
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener)
  }

  abort(reason: unknown): void {
    this.aborted = true
    this.reason = reason
    for (const listener of this.#listeners) listener({ target: this })
  }
}

export function plainSignal(): Ender {
  return new PlainSignal()
}
