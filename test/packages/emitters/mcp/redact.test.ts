import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedact } from '../../../../packages/emit-mcp/src/server/redact.js'

/** Every form in which a client sends a credential, or a service may repeat it. */
const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => `said ${secret}.`,
  'in JSON': (secret) => JSON.stringify({ said: secret }),
  'in JSON with escaped slashes': (secret) => JSON.stringify([secret]).replaceAll('/', '\\/'),
  'in ASCII JSON': (secret) => JSON.stringify([secret]).replace(/[\u0080-\uffff]/g, code),
  'in JSON inside JSON': (secret) => JSON.stringify(JSON.stringify({ secret })),
  'in a path': (secret) => `/a/${encodeURIComponent(secret)}/b`,
  'in a path with lower-case digits': (secret) =>
    encodeURIComponent(secret).replace(/%[\dA-F]{2}/g, (each) => each.toLowerCase()),
  'in a query': (secret) => `?${new URLSearchParams({ key: secret })}`,
  'in a URL inside a query': (secret) =>
    `?next=${encodeURIComponent(`https://a.example/?key=${encodeURIComponent(secret)}`)}`,
  'in HTML': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'as base64': (secret) => Buffer.from(secret).toString('base64'),
  'as base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'as a basic credential': (secret) => `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`,
  'in longer base64': (secret) => Buffer.from(`{"key":"${secret}","n":1}`).toString('base64'),
}

function code(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Long enough to be a key; base64 of shorter ones is in many texts. */
const secrets = fc.stringMatching(/^[!-~äß漢]{12,40}$/u)

test.each(Object.entries(FORMS))('a secret is masked %s', (_, form) => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const text = form(secret)
      const { text: clean } = createRedact({ key: secret })
      expect(clean(text)).toContain('***')
      expect(clean(text)).not.toContain(secret)
      // What is left tells at most the letters at both ends that depend on others too.
      const left = clean(text).length - '***'.length
      expect(left).toBeLessThanOrEqual(text.length - secret.length + 1)
    }),
  )
})

test('parts of an address that could be keys are masked, as they are and decoded', () => {
  const { text } = createRedact(
    {},
    'https://me:open%20sesame@a.example/sesame%20open%20now%201234?k=s3cr%2Fet-key',
  )
  expect(text('open sesame sesame open now 1234 s3cr/et-key s3cr%2Fet-key a.example')).toBe(
    '*** *** *** *** a.example',
  )
})

test('what a header of the user has in base64 is masked decoded, and so is a token in place of a name', () => {
  const authorization = `Basic ${Buffer.from('someone:open-sesame').toString('base64')}`
  expect(
    createRedact({ authorization }).text('someone with open-sesame, someone:open-sesame'),
  ).toBe('someone with ***, ***')
  const { text } = createRedact({}, 'https://ghp-abcdef1234@a.example/')
  expect(text('URL that includes credentials: https://ghp-abcdef1234@a.example/')).toBe(
    'URL that includes credentials: https://***@a.example/',
  )
})

test('a secret of many backslashes, and an answer of many more, take no time', () => {
  const secret = `${'\\'.repeat(20)}"'"'"'/////key`
  const { text } = createRedact({ key: secret })
  const start = process.cpuUsage()
  expect(text('\\'.repeat(20_000))).not.toContain('***')
  expect(text(JSON.stringify(JSON.stringify(secret)))).toBe('"\\"***\\""')
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
})

test('bytes are masked before they are base64', () => {
  const { bytes } = createRedact({ key: 'sesame-open-now' })
  const clean = bytes(Buffer.from('\u0000\u0001sesame-open-now\u00ff'))
  expect(clean.toString()).toBe('\u0000\u0001***\u00ff')
})

test('words and empty credentials mask nothing', () => {
  const { text } = createRedact({ key: undefined, other: '' })
  expect(text('Bearer of good news')).toBe('Bearer of good news')
})
