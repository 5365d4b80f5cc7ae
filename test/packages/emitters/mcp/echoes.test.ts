// A service that repeats credentials in every encoding: in answers, errors, cut answers and bytes. An agent sees none.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { McpService } from '../../../../packages/emit-mcp/src/server/service.js'
import { toolbox } from '../../../../packages/emit-mcp/src/server/tools.js'
import { type Generated, generateServers } from './generated.js'

/** With what has a meaning in URLs, JSON, HTML and base64, and with letters beyond ASCII. */
const secret = 'pa/ss+w?rd="ö&é<~>\'~*%41'
const login = `someone:${secret}`

const percent = (text: string) => encodeURIComponent(text)
const strict = (text: string) =>
  percent(text).replace(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
const base64 = (text: string) => Buffer.from(text).toString('base64')
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const unicode = (text: string, which: RegExp) =>
  text.replace(which, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What a service may make of a text on its way back, around each of the encodings below. */
const around: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'JSON with escaped slashes': (text) => json(text).replaceAll('/', '\\/'),
  'JSON as Go writes it': (text) => unicode(json(text), /[<>&]/g),
  'JSON as PHP writes it': (text) =>
    unicode(json(text), /[<>&'\u0080-\uffff]/g).replaceAll('/', '\\/'),
  'JSON inside JSON': (text) => json(json(text)),
  'HTML as Python writes it': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;'),
  'HTML as Go writes it': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&#34;')
      .replaceAll("'", '&#39;')
      .replaceAll('+', '&#43;'),
  'a component of a URL': percent,
  'a component with lower-case digits': (text) =>
    percent(text).replace(/%[\dA-F]{2}/g, (each) => each.toLowerCase()),
  'a URL': encodeURI,
  'a form': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'a form as Python writes it': (text) =>
    strict(text).replaceAll('%20', '+').replaceAll('%7E', '~'),
  'encoded strictly': strict,
}

const encodings: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'a Basic header': (text) => `Basic ${base64(`someone:${text}`)}`,
  'a Bearer header': (text) => `Bearer ${text}`,
  'base64 of a longer text': (text) => base64(`the key is ${text}!`),
  'base64 of JSON': (text) => base64(JSON.stringify({ key: text })),
  'a component of a URL': percent,
  'a component in base64': (text) => base64(`/?key=${percent(text)}&n=1`),
}

/** Everything that is repeated, one a line, and what it is. */
const echoes = Object.entries(encodings).flatMap(([inner, encode]) =>
  Object.entries(around).map(
    ([outer, wrap]) => [`${inner}, in ${outer}`, wrap(encode(secret))] as const,
  ),
)

/** Pieces of the secret of this length are told nobody; shorter ones are at the ends of base64. */
const piece = 6
const decodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text
      .replaceAll(/&(?:#x27|#39);/g, "'")
      .replaceAll(/&(?:quot|#34);/g, '"')
      .replaceAll('&#43;', '+')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  (text) =>
    text
      .replaceAll('\\/', '/')
      .replaceAll('\\\\', '\\')
      .replaceAll(/\\u([\da-f]{4})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      .replaceAll('\\"', '"'),
  (text) =>
    Buffer.from(
      text.replaceAll(/%[\da-f]{2}/gi, (code) =>
        String.fromCharCode(Number.parseInt(code.slice(1), 16)),
      ),
      'latin1',
    ).toString(),
  (text) =>
    text.replaceAll(/[\w+/-]{12,}/g, (each) =>
      [0, 1, 2, 3].map((from) => Buffer.from(each.slice(from), 'base64').toString()).join(' '),
    ),
]

/** Whether a text tells a piece of the secret, however it is decoded. */
function tells(text: string): boolean {
  const pieces = Array.from({ length: secret.length - piece + 1 }, (_, at) =>
    secret.slice(at, at + piece),
  )
  const seen = new Set<string>([text])
  for (let round = 0; round < 3; round++)
    for (const each of [...seen]) for (const decode of decodings) seen.add(decode(each))
  return [...seen].some((each) => pieces.some((own) => each.includes(own)))
}

let generated: Generated
let server: Server
let url: string
/** What the next answer says. */
let said = ''
beforeAll(async () => {
  generated = await generateServers({ echo: 'test/packages/emitters/mcp/echo.yaml' })
  server = createServer((request, response) => {
    const address = request.url ?? ''
    const status = address.startsWith('/refusal') ? 400 : address.startsWith('/failure') ? 500 : 200
    const sent = [address, ...request.rawHeaders].join('\n')
    const text = said === '' ? sent : said
    const type = /^\/(?:json|object|refusal)/.test(address)
      ? 'application/json'
      : address.startsWith('/bytes')
        ? 'application/octet-stream'
        : 'text/plain'
    const body =
      type === 'application/json'
        ? JSON.stringify({ code: 3, message: text, [text]: [text] })
        : text
    response.writeHead(status, { 'content-type': type })
    // In many pieces, so that no piece has a whole secret.
    const bytes = Buffer.from(body)
    for (let at = 0; at < bytes.length; at += 5) response.write(bytes.subarray(at, at + 5))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 120_000)
afterAll(() => {
  server.close()
  server.closeAllConnections()
  generated.remove()
})

const numberService: McpService = {
  ...{ name: 'pins', title: 'Pins', version: '1', types: {}, credentials: [], connect: () => ({}) },
  tools: [{ name: 'pin', description: 'A pin.', operation: 'pin' }],
}

type Credentials = Readonly<Record<string, string | undefined>>

/** Everything that an agent gets of an answer, also what it reads on. */
async function answerOf(
  operation: string,
  credentials: Credentials,
  most?: number,
): Promise<string> {
  const service = await generated.service('echo')
  const options = { url, credentials, ...(most === undefined ? {} : { most }) }
  const calls = service.connect({ url, headers: {}, credentials })
  const { call, list } = toolbox(service, calls, options)
  const name = service.tools.find((each) => each.operation === operation)?.name ?? ''
  expect(list.some((tool) => tool.name === name)).toBe(true)
  const { signal } = new AbortController()
  const result = await call(name, {}, signal)
  const texts = [JSON.stringify(result.structuredContent ?? null)]
  let whole = ''
  let last = result
  for (let round = 0; round < 2000; round++) {
    const [content] = last.content
    const text = content?.type === 'text' ? content.text : ''
    const at = text.lastIndexOf('\n[')
    whole += at < 0 ? text : text.slice(0, at)
    const [, own] = /Read on with read_more (\{[^}]*\})/.exec(text.slice(at)) ?? []
    if (own === undefined) break
    last = await call('read_more', JSON.parse(own), signal)
  }
  return [...texts, whole].join('\n')
}

const operations = ['asJson', 'asObject', 'asText', 'asBytes', 'refuses', 'fails']

test.each(operations)('%s: what was sent, for every scheme', async (operation) => {
  said = ''
  const given: readonly Credentials[] = [
    { login },
    { key: secret },
    { biscuit: secret },
    { token: 'eyJhbGciOi.J9eyJzdWIi+/=' },
    { header: 'sesame-open-now/7' },
  ]
  for (const credentials of given) {
    const answer = await answerOf(operation, credentials)
    if (operation === 'asText') expect(answer, JSON.stringify(credentials)).toContain('***')
    expect(tells(answer), answer).toBe(false)
    expect(answer).not.toMatch(/eyJhbGciOi|sesame-open/)
  }
})

test.each(operations)('%s: in every encoding', async (operation) => {
  const left: string[] = []
  for (const [what, text] of echoes) {
    said = text
    const answer = await answerOf(operation, { login })
    if (tells(answer)) left.push(`${what}: ${answer.slice(0, 200)}`)
  }
  expect(left).toEqual([])
})

test('what is repeated would tell the secret', () => {
  const silent = echoes.filter(([, text]) => !tells(text)).map(([what]) => what)
  expect(silent).toEqual([])
})

test('a number that is a credential', async () => {
  said = '{"pin":12345678}'
  const { call } = toolbox(
    numberService,
    { pin: async () => JSON.parse(said) },
    { credentials: { key: '12345678' } },
  )
  const { content, isError } = await call('pin', {}, new AbortController().signal)
  expect([content, isError]).toEqual([[{ type: 'text', text: '{"pin":***}' }], undefined])
})

test('in cut answers, wherever they are cut', async () => {
  said = Array.from({ length: 20 }, () => `${secret} ${base64(login)}`).join('\n')
  for (const most of [3, 7, 10, 64, 500]) {
    const answer = await answerOf('asText', { login }, most)
    expect(answer).toContain('***')
    expect(tells(answer), answer).toBe(false)
  }
})
