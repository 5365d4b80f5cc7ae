import { expect, test } from 'vitest'
import {
  connectHttp,
  type HttpStream,
  jsonParts,
  placeBody,
  readNothing,
  streamOf,
} from '../../../../../packages/runtime/src/http/index.js'
import {
  itemText,
  streamEnd,
  streamType,
} from '../../../../../packages/runtime/src/server/result-streams.js'
import { json, serve } from '../server.fixture.js'

// Answers of `multipart/mixed` whose parts are JSON.

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}

async function partsOf(text: string, size = text.length, most?: number): Promise<unknown[]> {
  const chunks = text.match(new RegExp(`[\\s\\S]{1,${Math.max(1, size)}}`, 'g')) ?? []
  const found: unknown[] = []
  for await (const item of jsonParts(pieces(...chunks), most)) found.push(item)
  return found
}

const HEAD = 'Content-Type: application/json\r\n\r\n'
const WHOLE = `--b\r\n${HEAD}{"a":1}\r\n--b\r\nX-Other: 1\r\n\r\n[1,\r\n 2]\r\n--b--\r\n`

test.each<[string, string, unknown[]]>([
  ['parts', WHOLE, [{ a: 1 }, [1, 2]]],
  [
    'after a preamble, and before an epilogue',
    `For old\r\nreaders.\r\n${WHOLE}bye {`,
    [{ a: 1 }, [1, 2]],
  ],
  ['without headers', '--b\r\n\r\n1\r\n--b--', [1]],
  ['with line feeds alone, and space after the delimiter', '--b \n\n1\n--b\n\n2\n--b-- \n', [1, 2]],
  ['without the last delimiter', '--b\r\n\r\n1\r\n--b\r\n\r\n2', [1, 2]],
  ['without a body', '--b\r\n\r\n\r\n--b--', []],
  ['none', '--b--\r\n', []],
  ['nothing', '', []],
  ['whose text looks like a delimiter', '--b\r\n\r\n"--bc"\r\n--b--', ['--bc']],
  ['beyond 2^53', '--b\r\n\r\n{"a":9007199254740993}\r\n--b--', [{ a: 9007199254740992 }]],
])('%s', async (_, text, items) => {
  for (const size of [1, 2, 3, 7, text.length]) expect(await partsOf(text, size)).toEqual(items)
})

test.each(['<h1>Log in</h1>', '{"a":1}', '--b\r\n\r\n<a/>\r\n--b--'])(
  '%j is not JSON',
  async (text) => {
    await expect(partsOf(text)).rejects.toThrow(SyntaxError)
  },
)

test('one that is larger than what may be read is an error', async () => {
  const big = `--b\r\n\r\n"${'x'.repeat(60)}",\r\n"${'x'.repeat(60)}"\r\n--b--`
  await expect(partsOf(big, 10, 100)).rejects.toThrow(RangeError)
})

const operation: HttpStream<undefined, unknown> = {
  name: 'list',
  method: 'GET',
  path: '/list',
  idempotent: true,
  accept: 'multipart/mixed',
  read: readNothing,
  place: placeBody,
  items: jsonParts,
  stream: streamOf,
}

test('a client reads what a server writes, part by part', async () => {
  const form = { stream: 'parts' } as const
  const { url: baseUrl, requests } = await serve((response) => {
    response.writeHead(200, { 'content-type': streamType('multipart/mixed', form) })
    for (const item of [{ a: 1 }, 'two', null]) response.write(itemText(item, form))
    response.end(streamEnd(form))
  })
  const api = connectHttp({ baseUrl }, { server: '' })
  const found: unknown[] = []
  for await (const item of streamOf(api, operation, undefined)) found.push(item)
  expect(found).toEqual([{ a: 1 }, 'two', null])
  expect(requests[0]?.headers.accept).toBe('multipart/mixed')
})

test('an answer without parts is an error of the call', async () => {
  const { url: baseUrl } = await serve((response) => json(response, 200, 'page'))
  const api = connectHttp({ baseUrl }, { server: '' })
  await expect(streamOf(api, operation, undefined).next()).rejects.toMatchObject({
    name: 'TransportError',
    message: expect.stringContaining('list: GET /list: an item is not JSON'),
  })
})
