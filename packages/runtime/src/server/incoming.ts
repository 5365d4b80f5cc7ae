import { type BodyPieces, bodyPieces } from '../core/body.js'

/** A request as its platform has it. A `Request` is only made for who asks for it. */
export interface Incoming {
  readonly method: string
  /** The URL, or its path and query alone. */
  readonly url: string
  /** The value of a header, by its name in lower case. */
  header(name: string): string | null
  readonly hasBody: boolean
  pieces(mostBytes: number, tooLarge: () => Error): Promise<BodyPieces>
  readonly request: Request
  /** Whether the caller has hung up. */
  readonly isGone: boolean
  /** Calls back when the caller hangs up. */
  onGone(listener: (reason: unknown) => void): void
}

/** What platforms other than Node pass to a server. */
export function incomingOf(request: Request): Incoming {
  return {
    request,
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name),
    get hasBody() {
      return request.body !== null
    },
    pieces: (most, tooLarge) => bodyPieces(request, most, tooLarge),
    get isGone() {
      return request.signal.aborted
    },
    onGone(listener) {
      const { signal } = request
      if (signal.aborted) listener(signal.reason)
      else signal.addEventListener('abort', () => listener(signal.reason), { once: true })
    },
  }
}

/** The signal of a handler, which is only made for who looks at it: it takes longer than many handlers. */
export class CallSignal {
  readonly #incoming: Incoming
  #control: AbortController | undefined
  #end: { readonly reason: unknown } | undefined

  constructor(incoming: Incoming) {
    this.#incoming = incoming
  }

  get signal(): AbortSignal {
    if (!this.#control) {
      this.#control = new AbortController()
      if (this.#end) this.#control.abort(this.#end.reason)
      else this.#incoming.onGone((reason) => this.abort(reason))
    }
    return this.#control.signal
  }

  abort(reason: unknown): void {
    this.#end ??= { reason }
    this.#control?.abort(reason)
  }
}
