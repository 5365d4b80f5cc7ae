import type { RequestBody } from '../http/operation.js'
import type { Incoming } from './incoming.js'
import type { Server } from './types.js'

/** A response before it is that of a platform: Node writes it as it is. */
export interface Reply {
  readonly status: number
  readonly headers: HeaderList
  readonly body: RequestBody | null
}

/** Headers by their names in lower case. `Headers` of a platform would take longer than all else of a small response. */
export class HeaderList {
  readonly #pairs: [name: string, value: string][] = []

  get pairs(): readonly (readonly [name: string, value: string])[] {
    return this.#pairs
  }

  get(name: string): string | null {
    const values = this.#pairs.flatMap(([key, value]) => (key === name ? [value] : []))
    return values.length === 0 ? null : values.join(', ')
  }

  set(name: string, value: string): void {
    const at = this.#pairs.findIndex(([key]) => key === name)
    if (at < 0) this.append(name, value)
    else this.#pairs.splice(at, 1, [name, value])
  }

  /** Names a header of requests that the response depends on, for caches. */
  vary(name: string): void {
    const names = (this.get('vary') ?? '').toLowerCase().split(/, */)
    if (!names.includes(name.toLowerCase()) && !names.includes('*')) this.append('vary', name)
  }

  /** Throws for what would end the header, and begin another one. */
  append(name: string, value: string): void {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError(`a header cannot be named ${name}`)
    if (/[^\t -~\x80-\xff]/.test(value)) {
      throw new TypeError(`the header ${name} has a character that headers cannot have`)
    }
    this.#pairs.push([name.toLowerCase(), value])
  }
}

export function headerList(given: Readonly<Record<string, string>>): HeaderList {
  const list = new HeaderList()
  for (const [name, value] of Object.entries(given)) list.append(name, value)
  return list
}

export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers: initOf(headers) })
}

/** A record, which platforms read several times as fast as pairs, unless a name is repeated. */
function initOf({ pairs }: HeaderList): Record<string, string> | [string, string][] {
  const record: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (name in record) return pairs.map((pair): [string, string] => [...pair])
    record[name] = value
  }
  return record
}

/** Replies to what arrives. */
export type Answer = (incoming: Incoming) => Reply | Promise<Reply>

const answers = new WeakMap<Server, Answer>()

export function serverFrom(answer: Answer, incomingOf: (request: Request) => Incoming): Server {
  const server: Server = {
    fetch: async (request) => responseOf(await answer(incomingOf(request))),
  }
  answers.set(server, answer)
  return server
}

/** How a server replies; one that is not of this package by its `fetch`. */
export function answerOf(server: Server): Answer {
  return answers.get(server) ?? (async ({ request }) => replyOf(await server.fetch(request)))
}

function replyOf({ status, headers: given, body }: Response): Reply {
  const headers = new HeaderList()
  for (const [name, value] of given) headers.append(name, value)
  return { status, headers, body }
}
