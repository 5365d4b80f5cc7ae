import { expect, test } from 'vitest'
import { redactedBody } from '../../../generator/src/probe/record/redact-text.js'
import { readParts } from '../../../generator/src/probe/recorded/multipart.js'

const KEY = 'sk_live_12345678'

test.each([
  ['JSON', 'application/json', `{"id":7,"apiKey":"${KEY}"}`, '{"id":7,"apiKey":"***"}'],
  ['JSON of any name', 'text/plain', `{"id":7,"pin":1234}`, '{"id":7,"pin":0}'],
  ['what is no JSON', 'application/json', '<h1>502 Bad gateway</h1>', '<h1>502 Bad gateway</h1>'],
  ['HTML', 'text/html; charset=utf-8', '<p>Not found</p>', '<p>Not found</p>'],
  [
    'fields of forms',
    'application/x-www-form-urlencoded',
    'name=Ada+L&password=hunter2&mail=a%40b.example&filter=%7B%22token%22%3A%22x%22%7D',
    'name=Ada+L&password=***&mail=***&filter=%7B%22token%22%3A%22***%22%7D',
  ],
  [
    'events',
    'text/event-stream',
    'event: add\nid: 7\ndata: {"id":7,"token":"abc"}\n\ndata:[1]\n\n',
    'event: add\nid: 7\ndata: {"id":7,"token":"***"}\n\ndata:[1]\n\n',
  ],
  [
    'events whose JSON has several lines',
    'text/event-stream',
    'data: {"id": 7,\ndata: "token": "abc"}\n\n',
    'data: {"id": 7,\ndata: "token": "***"}\n\n',
  ],
  ['lines', 'application/jsonl', '{"secret":"a"}\n{"n":1}\n', '{"secret":"***"}\n{"n":1}\n'],
  ['sequences', 'application/json-seq', '\u001e{"otp":"1"}\n', '\u001e{"otp":"***"}\n'],
  [
    'XML',
    'application/xml',
    '<a id="7"><accessKey kind="x">abc</accessKey><b>text</b></a>',
    '<a id="7"><accessKey kind="x">***</accessKey><b>text</b></a>',
  ],
  [
    'text',
    'text/plain',
    'Hello a@b.example, password: hunter2, Authorization: Bearer abc.def, seen 7 times',
    'Hello ***, password: ***, Authorization: Bearer ***, seen 7 times',
  ],
  ['a key alone', 'text/plain', 'a81bc81bdead4e5dabff90865d1e13b1\n', '***\n'],
  [
    'private keys',
    'application/x-pem-file+json',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nend',
    '***\nend',
  ],
  ['nothing binary', 'application/octet-stream', '\u0000\u0001abc', ''],
  ['nothing of an unknown kind', '', 'abc', ''],
])('a recording has %s', (_, type, text, kept) => {
  expect(redactedBody(text, type)).toBe(kept)
})

test('a recording has the parts of a form, but no files and no secrets', () => {
  const type = 'multipart/form-data; boundary=x1'
  const part = (head: string, text: string) =>
    `--x1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const sent = [
    part('name="title"', 'Hello'),
    part('name="apiKey"', 'abc'),
    part('name="meta"\r\nContent-Type: application/json', '{"token":"abc","n":1}'),
    part('name="file"; filename="a.png"', '\u0000PNG secret=abc'),
    '--x1--\r\n',
  ].join('')
  expect(readParts(type, redactedBody(sent, type))).toEqual([
    { name: 'title', text: 'Hello' },
    { name: 'apiKey', text: '***' },
    { name: 'meta', text: '{"token":"***","n":1}', type: 'application/json' },
    { name: 'file', text: '' },
  ])
})

test('takes the time of its length for any text', () => {
  const before = process.cpuUsage()
  for (const text of [
    'a'.repeat(1e6),
    'token'.repeat(2e5),
    'token '.repeat(2e5),
    '<seed'.repeat(2e5),
  ])
    redactedBody(text, 'text/plain')
  const { user } = process.cpuUsage(before)
  expect(user / 1e6).toBeLessThan(10)
})
