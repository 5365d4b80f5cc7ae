import type { Ender, Ending } from '../../core/index.js'

/**
 * An `AbortController` and its signal as one plain object. Only work that passes its signal to the platform
 * needs the platform's own: creating that and its listeners takes as long as the rest of a call over an open
 * socket.
 */
class PlainSignal implements Ender, Ending {
  aborted = false
  reason: unknown
  #listeners: (() => void)[] = []

  get signal(): Ending {
    return this
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener)
  }

  abort(reason: unknown): void {
    this.aborted = true
    this.reason = reason
    for (const listener of this.#listeners) listener()
  }
}

export function plainSignal(): Ender {
  return new PlainSignal()
}
