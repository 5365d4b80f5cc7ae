import { recorded } from './recorder.js'
import type { Answered, Asked } from './sandbox-worker.js'

/**
 * What programs of the page import as `@tagwire/routing/mock`: the mock itself, running in a Worker, so that the page
 * shows the messages between two sides.
 */
export function mockRouting(): typeof fetch {
  return recorded(inWorker)
}

let worker: Worker | undefined
let count = 0
const waiting = new Map<number, (answered: Answered) => void>()

function started(): Worker {
  if (worker) return worker
  const script = new URL('sandbox-worker.js', import.meta.url)
  worker = new Worker(script, { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  return worker
}

async function inWorker(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
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
