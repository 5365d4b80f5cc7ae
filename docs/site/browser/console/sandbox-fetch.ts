import type { Answered, Asked } from './sandbox-worker.js'

/** A `fetch` whose other side is the sandbox in a Worker. */
export function sandboxFetch(script: string): typeof fetch {
  let worker: Worker | undefined
  let count = 0
  const waiting = new Map<number, (answered: Answered) => void>()
  const started = (): Worker => {
    if (worker) return worker
    worker = new Worker(script, { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      waiting.get(data.id)?.(data)
      waiting.delete(data.id)
    })
    return worker
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const body = await request.text()
    const id = ++count
    const asked: Asked = {
      id,
      url: request.url,
      method: request.method,
      ...(body === '' ? {} : { body }),
    }
    const answered = await new Promise<Answered>((resolve, reject) => {
      waiting.set(id, resolve)
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
      started().postMessage(asked)
    })
    const headers = { 'content-type': 'application/json' }
    return new Response(answered.body, { status: answered.status, headers })
  }
}
