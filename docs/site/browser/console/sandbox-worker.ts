import { mockRouting } from '@tagwire/routing/mock'

/** What the page asks: one request, and the number its answer goes to. */
export interface Asked {
  readonly id: number
  readonly url: string
  readonly method: string
  readonly body?: string
}

export interface Answered {
  readonly id: number
  readonly status: number
  readonly body: string
}

/** The routing service in a Worker of the page: it responds without a network. */
const answer = mockRouting()

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  const { id, url, method, body } = data
  const headers = { 'content-type': 'application/json' }
  const response = await answer(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const answered: Answered = { id, status: response.status, body: await response.text() }
  postMessage(answered)
})
