/** A request and its response, before anything has read them. */
export interface Travelled {
  readonly request: string
  answer: string
}

const MOST_CHARACTERS = 4000

let record: ((travelled: Travelled) => void) | undefined

/** Passes requests and responses to the function while the work is done. */
export async function whileRecording<Result>(
  show: (travelled: Travelled) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = globalThis.fetch
  record = show
  globalThis.fetch = recorded(before)
  try {
    return await work()
  } finally {
    globalThis.fetch = before
    record = undefined
  }
}

/** A `fetch` that reports its requests and responses to the recorder. */
export function recorded(target: typeof fetch): typeof fetch {
  return async (given, init) => {
    const show = record
    if (!show) return target(given, init)
    const request = new Request(given, init)
    const { pathname, search } = new URL(request.url)
    const body = cut(await request.clone().text())
    const travelled: Travelled = {
      request: `${request.method} ${pathname}${search}${body === '' ? '' : `\n\n${body}`}`,
      answer: 'No answer.',
    }
    show(travelled)
    const begun = performance.now()
    const response = await target(request)
    const time = Math.round(performance.now() - begun)
    travelled.answer = `${response.status} after ${time} ms\n\n${await beginningOf(response)}`
    return response
  }
}

/**
 * The part of the body that is shown: a response may have any size, and the client has its own limit.
 */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.clone().body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  while (text.length <= MOST_CHARACTERS) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  void reader.cancel()
  return cut(text)
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n… and more` : text
}
