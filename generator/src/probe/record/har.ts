import type { NamedValue } from './redact.js'

/** One entry of an HTTP Archive (HAR 1.2), with WebSocket messages in the format of browsers. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly NamedValue[]
    readonly postData?: { readonly mimeType: string; readonly text: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly NamedValue[]
    /** `size` tells a body that is not recorded from none. */
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string }
  }
  readonly _webSocketMessages?: readonly SocketText[]
}

export interface SocketText {
  readonly type: 'send' | 'receive'
  readonly time: number
  readonly data: string
}

/** The HTTP Archive of the recorded traffic. */
export function harText(entries: readonly HarEntry[], creator: string): string {
  const log = { version: '1.2', creator: { name: 'tagwire', version: creator }, entries }
  return `${JSON.stringify({ log }, undefined, 2)}\n`
}
