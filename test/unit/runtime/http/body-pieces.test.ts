import { describe, expect, it } from 'vitest'
import { connectHttp, readText } from '../../../../packages/runtime/src/http/index.js'

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

  it.each([2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1])('of %i bytes is a text of as many', async (size) => {
    const text = 'x'.repeat(size - 2)
    expect(await readAll([`${text}é`, 'short'], 65_536)).toEqual([`${text}é`, 'short'])
  })
})
