import type { OwnBytes } from '../../core/body.js'
// The types of Node are not needed, only the part that is used: `IncomingMessage` and `ServerResponse` have it.

/** A request of `node:http` or `node:http2`. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawHeaders: readonly string[]
  readonly socket: object
  readonly httpVersionMajor: number
  readonly complete: boolean
  readonly readableEnded: boolean
  /** That of HTTP/2. */
  readonly stream?: { readonly endAfterHeaders: boolean } | undefined
  on(event: 'data', listener: (piece: OwnBytes) => void): unknown
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** A response of `node:http` or `node:http2`. */
export interface NodeResponse {
  statusCode: number
  readonly headersSent: boolean
  readonly writableEnded: boolean
  readonly destroyed: boolean
  setHeader(name: string, value: string | string[]): unknown
  write(piece: Uint8Array, sent: () => void): boolean
  end(piece?: Uint8Array | string): unknown
  destroy(error?: Error): unknown
  on(event: 'close' | 'drain' | 'error', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}
