import { type BodyPieces, bodyPieces } from '../core/body.js'

/** A request as its platform has it. A `Request` is only made for who asks for it. */
export interface Incoming {
  readonly method: string
  /** The URL, or its path and query alone. */
  readonly url: string
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | null
  readonly hasBody: boolean
  pieces(mostBytes: number, tooLarge: () => Error): Promise<BodyPieces>
  readonly request: Request
  /** Whether the caller has hung up. */
  readonly isGone: boolean
  /** Calls back when the caller hangs up. */
  onGone(listener: (reason: unknown) => void): void
}

/** What platforms other than Node pass to a server. The getters of a class do not have to be made for each request. */
class PlatformRequest implements Incoming {
  readonly request: Request
  readonly header: Incoming['header']

  constructor(request: Request, header: Incoming['header']) {
    this.request = request
    this.header = header
  }

  get method(): string {
    return this.request.method
  }

  get url(): string {
    return this.request.url
  }

  get hasBody(): boolean {
    return this.request.body !== null
  }

  pieces(mostBytes: number, tooLarge: () => Error): Promise<BodyPieces> {
    return bodyPieces(this.request, mostBytes, tooLarge)
  }

  get isGone(): boolean {
    return this.request.signal.aborted
  }

  onGone(listener: (reason: unknown) => void): void {
    const { signal } = this.request
    if (signal.aborted) listener(signal.reason)
    else signal.addEventListener('abort', () => listener(signal.reason), { once: true })
  }
}

export function incomingOf(
  request: Request,
  header: Incoming['header'] = (name) => request.headers.get(name),
): Incoming {
  return new PlatformRequest(request, header)
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
