import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  connectHttp,
  type HttpOperation,
  readAsSent,
  readBlob,
  readJsonOrNothing,
  readText,
} from '../../../../packages/runtime/src/http/index.js'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, serve } from './server.fixture.js'

const tooLarge = { name: 'TransportError', fault: 'size' }

describe('the largest body', () => {
  it.each([200, 500, 503])(
    'is counted after decompression, whatever the status: %i',
    async (status) => {
      const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
      const server = await serve((response) => {
        response.writeHead(status, {
          'content-encoding': 'gzip',
          'content-type': 'application/json',
        })
        response.end(bomb)
      })
      const client = createSampleClient({
        baseUrl: server.url,
        maxBodyBytes: 1_000_000,
        retry: { attempts: 2, baseMs: 1 },
      })
      const error = await failureOf(client.chains())
      expect(error).toMatchObject({ ...tooLarge, status })
      expect(String(error)).toContain('with a body larger than maxBodyBytes, 1000000')
      expect(server.requests).toHaveLength(1)
    },
  )

  it('is 64 MiB, and one byte more is too much', async () => {
    const answer = (length: number) => async (): Promise<Response> => {
      const piece = new Uint8Array(2 ** 20).fill(0x20)
      let left = length
      const body = new ReadableStream({
        pull(controller) {
          if (left === 0) return controller.close()
          const next = Math.min(left, piece.length)
          controller.enqueue(piece.subarray(0, next))
          left -= next
        },
      })
      return new Response(body)
    }
    const fits = await failureOf(createSampleClient({ fetch: answer(2 ** 26) }).chains())
    expect(fits).toMatchObject({ fault: 'body' })
    const not = await failureOf(createSampleClient({ fetch: answer(2 ** 26 + 1) }).chains())
    expect(not).toMatchObject(tooLarge)
  })

  it('is counted in characters where `fetch` has no streams, as in React Native', async () => {
    const chains = '{"chains":[{"chain_id":"a"}]}'
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(new Response(chains), 'body', { value: undefined })
    expect(await createSampleClient({ fetch }).chains()).toEqual(JSON.parse(chains))
    const not = await failureOf(createSampleClient({ fetch, maxBodyBytes: 10 }).chains())
    expect(not).toMatchObject(tooLarge)
  })

  it('can be another one for one call, and texts are whole across pieces', async () => {
    const body = { chains: [{ chain_id: 'ü'.repeat(100_000) }] }
    const server = await serve((response) => json(response, 200, body))
    const client = createSampleClient({ baseUrl: server.url, maxBodyBytes: 100 })
    expect(await client.chains({}, { maxBodyBytes: 1_000_000 })).toEqual(body)
    expect(await failureOf(client.chains())).toMatchObject(tooLarge)
  })

  it.each([
    ['text', readText],
    ['bytes', readBlob],
    ['JSON or nothing', readJsonOrNothing],
    ['what was sent', readAsSent],
  ])('holds for %s too', async (_, read) => {
    const operation: HttpOperation<undefined, unknown> = {
      name: 'read',
      method: 'GET',
      path: '/',
      bare: true,
      read,
    }
    const fetch = async (): Promise<Response> => new Response('x'.repeat(101))
    const api = connectHttp({ fetch, maxBodyBytes: 100 }, { server: 'https://api.example.org' })
    expect(await failureOf(api.call(operation, undefined))).toMatchObject(tooLarge)
  })
})

/** Texts as answers, each in pieces of so many bytes, which cut characters in two. */
function inPieces(texts: readonly string[], length: number): typeof fetch {
  let next = 0
  return async () => {
    const bytes = new TextEncoder().encode(texts[next++])
    let at = 0
    const body = new ReadableStream({
      async pull(controller) {
        // Answers take turns.
        await new Promise((resolve) => setTimeout(resolve, 0))
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + length))
        at += length
      },
    })
    return new Response(body)
  }
}

function readAll(texts: readonly string[], length: number): Promise<string[]> {
  const { call } = connectHttp(
    { fetch: inPieces(texts, length) },
    { server: 'https://service.test' },
  )
  const operation = { name: 'text', method: 'GET', path: '/text', read: readText } as const
  return Promise.all(texts.map(() => call(operation, undefined)))
}

describe('a body in pieces', () => {
  it('is the same text, whatever else is read at the same time', async () => {
    const texts = ['ä€😀'.repeat(300), 'b'.repeat(2500), '', 'ж'.repeat(3), 'é'.repeat(1000)]
    expect(await readAll(texts, 1000)).toEqual(texts)
  })

  it.each([299_999, 300_000, 300_001])('of %i bytes is a text of as many', async (size) => {
    const text = 'x'.repeat(size - 2)
    expect(await readAll([`${text}é`, 'short'], 65_536)).toEqual([`${text}é`, 'short'])
  })

  it('has nothing of a longer one before', async () => {
    for (const text of ['x'.repeat(100_000), 'short', '', 'ä']) {
      expect(await readAll([text], 65_536)).toEqual([text])
    }
  })
})
