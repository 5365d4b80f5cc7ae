// The routing client against a server that misbehaves: what a caller sees, situation by situation.
import { createRoutingClient } from '@tagwire/routing'
import { createRoutingHttp } from '@tagwire/routing/http'
import { mockRouting } from '@tagwire/routing/mock'
import { responseValidators } from '@tagwire/routing/validate'
import { createStage, failure, leftLog, outcomeOf, own, wait } from './outcome.js'

const secrets = { apiKey: 'key-123', headers: { 'x-secret': 's3cret-123' } }
const fast = { attempts: 2, baseMs: 1, maxMs: 2 }
const asked = { source_asset_denom: 'uatom' }
const sought = { tx_hash: 'A', chain_id: 'b' }
const post = (client, options) => client.route(asked, options)
const get = (client, options) => client.chains({}, options)
const submit = (client, options) => client.submit({ tx: 'AA==', chain_id: 'b' }, options)

/** `[situation of the server, call, options of the client]`, by what is tried. */
const cases = {
  'a right answer': ['right', post],
  'a service without CORS': ['no-cors', post],
  'HTML with 200': ['html-200', post],
  'HTML with 403': ['html-403', post],
  '204 in place of an answer': ['no-content', post],
  '304 without a question': ['not-modified', get],
  'nothing with 200': ['empty-200', post],
  'nothing with 500': ['empty-500', post],
  'a byte order mark': ['byte-order-mark', post],
  'JSON that stops': ['half-json', post],
  'a body short of its length': ['short-of-its-length', post],
  'chunks without an end': ['chunks-without-end', post],
  'gzip that is broken': ['broken-gzip', post],
  gzip: ['gzip', post],
  'another protocol': ['not-http', post],
  'a reset before the answer': ['reset-before', post],
  'a reset in the middle': ['reset-in-the-middle', post],
  'closed without a word': ['closed-before', post],
  'a reset, then right': ['reset-then-right', post, { retry: fast }],
  'a reset in the middle, then right': ['reset-in-the-middle-then-right', post, { retry: fast }],
  'a reset of a call that must not be repeated': ['reset-before', submit, { retry: fast }],
  '50 MB': ['big', post],
  401: ['401', post],
  407: ['407', post],
  'a refusal with a reason': ['refusal', post],
  'a refusal that quotes the credentials': ['refusal-with-the-key', post],
  'a refusal in odd words': ['odd-refusal', post],
  '408, then right': ['408-then-right', post, { retry: fast }],
  '502 with HTML, then right': ['502-then-right', post, { retry: fast }],
  '502 to a call that must not be repeated': ['502-then-right', submit, { retry: fast }],
  '503 for ever': ['503', post, { retry: fast }],
  '429 with seconds': ['429-seconds', post, { retry: fast, timeoutMs: 5000 }],
  '429 with seconds that are not exposed': ['429-not-exposed', post, { retry: false }],
  '429 with a date': ['429-date', post, { retry: fast, timeoutMs: 5000 }],
  'POST, redirect 301': ['redirect-301', post],
  'POST, redirect 307': ['redirect-307', post],
  'GET, redirect 302': ['redirect-302', get],
  'GET, redirect 302 to another origin': ['redirect-302-elsewhere', get],
  'POST, redirect 307 to another origin': ['redirect-307-elsewhere', post],
  'a redirect for ever': ['redirect-for-ever', get],
  'a redirect to a file': ['redirect-to-a-file', post],
  'a header that cannot be sent': ['right', post, { headers: { 'x-secret': 's\n3cret' } }],
  'a timeout before the answer': ['hang', post, { timeoutMs: 300 }],
  'a timeout while the body streams': ['hang-in-the-body', post, { timeoutMs: 300 }],
  'an answer against the document': ['wrong-answer', post, { validate: checking }],
}

function checking() {
  return { validators: responseValidators, onMismatch: 'throw' }
}

const clientOf = (baseUrl, options) =>
  createRoutingClient({
    baseUrl,
    ...secrets,
    retry: false,
    ...options,
    ...(options?.validate && { validate: options.validate() }),
  })

export async function routingTable(places) {
  const { scripted, elsewhere, nobody } = places
  const stage = createStage(places)
  const placeOf = (situation) => stage(scripted, situation)
  const table = {}
  for (const [title, [situation, call, options]] of Object.entries(cases)) {
    const place = placeOf(situation)
    const outcome = await outcomeOf(() => call(clientOf(place.url, options)))
    const hangs = situation.startsWith('hang')
    table[title] = { ...outcome, ...(await told(place, hangs, elsewhere)) }
  }
  await waits(table, placeOf)
  await aborts(table, placeOf)
  await others(table, placeOf, nobody)
  return table
}

async function told({ logOf, redirected }, hangs, elsewhere) {
  const log = hangs ? await leftLog(logOf) : await logOf()
  const there = await redirected(elsewhere)
  return {
    requests: log.length,
    ...(hangs && { left: log.map(({ left }) => left) }),
    ...(there.length > 0 && { elsewhere: there.length }),
    ...(there.some((each) => each.secrets.length > 0) && { leaked: there[0].secrets }),
  }
}

async function waits(table, placeOf) {
  for (const [title, situation] of [
    ['429 with seconds, then right', '429-then-right'],
    ['429 with a date, then right', '429-date-then-right'],
  ]) {
    const { url, logOf } = placeOf(situation)
    const outcome = await outcomeOf(() => post(clientOf(url, { retry: fast })))
    const log = await logOf()
    table[title] = { ...outcome, requests: log.length, waited: log.at(-1).pauseMs > 900 }
  }
  const { url, logOf } = placeOf('status-404-503-right')
  const seen = []
  const outcome = await outcomeOf(() =>
    clientOf(url).waitForStatus(sought, {
      intervalMs: 20,
      onUpdate: ({ state }) => seen.push(state),
    }),
  )
  table['waiting through 404 and 503'] = { ...outcome, seen, requests: (await logOf()).length }
}

async function aborts(table, placeOf) {
  const before = placeOf('right')
  const gone = { signal: AbortSignal.abort(own) }
  const outcome = await outcomeOf(() => post(clientOf(before.url), gone))
  table['an abort before'] = { ...outcome, requests: (await before.logOf()).length }

  const during = placeOf('hang')
  table['an abort while it waits'] = await aborted(during, own, (abort) => setTimeout(abort, 100))

  const inBody = placeOf('hang-in-the-body')
  table['an abort in the body'] = await aborted(inBody, own, (abort) => ({
    fetch: async (...request) => {
      const response = await fetch(...request)
      setTimeout(abort, 50)
      return response
    },
  }))

  const plain = placeOf('hang')
  table['an abort without a reason'] = await aborted(plain, undefined, (abort) =>
    setTimeout(abort, 100),
  )

  const pausing = placeOf('503')
  const slow = { attempts: 5, baseMs: 60_000, maxMs: 60_000 }
  const controller = new AbortController()
  setTimeout(() => controller.abort(own), 300)
  const options = { signal: controller.signal }
  const stopped = await outcomeOf(() =>
    post(clientOf(pausing.url, { retry: slow, timeoutMs: 50_000 }), options),
  )
  table['an abort between two tries'] = stopped
}

async function aborted({ url, logOf }, reason, arrange) {
  const controller = new AbortController()
  const abort = () => (reason ? controller.abort(reason) : controller.abort())
  const { fetch } = Object(arrange(abort))
  const outcome = await outcomeOf(() =>
    post(clientOf(url, fetch && { fetch }), { signal: controller.signal }),
  )
  const log = await leftLog(logOf)
  if (reason === undefined) delete outcome.message
  return { ...outcome, requests: log.length, left: log.map(({ left }) => left) }
}

async function others(table, placeOf, nobody) {
  table['nobody there'] = await outcomeOf(() => post(clientOf(nobody)))
  table['a port that is forbidden'] = await outcomeOf(() => post(clientOf('http://127.0.0.1:1')))
  table['no address'] = await outcomeOf(() => post(clientOf('http://[')))

  // Runtimes send again by themselves what was lost on a connection that had carried an answer.
  const again = placeOf('reset-when-reused')
  const client = clientOf(again.url)
  await client.chains()
  const lost = await outcomeOf(() => submit(client))
  const sent = (await again.logOf()).filter(({ path }) => path.startsWith('/v2/tx/submit'))
  table['submit on a connection that is lost'] = { ...lost, requests: sent.length }

  const plain = placeOf('redirect-302')
  const { response, data } = await createRoutingHttp({ baseUrl: plain.url }).GET('/v2/info/chains')
  const requests = (await plain.logOf()).length
  table['the plain client and a redirect'] = { ok: response.ok, data: data ?? null, requests }

  const mocked = createRoutingClient({ fetch: mockRouting() })
  const { chains } = await mocked.chains()
  table['the example world'] = { chains: chains.length > 3, valid: valid('chains', { chains }) }

  // One signal for many calls that end in different ways.
  const controller = new AbortController()
  const hanging = placeOf('hang')
  const many = Array.from({ length: 4 }, () =>
    post(clientOf(hanging.url), { signal: controller.signal }).catch(failure),
  )
  await wait(100)
  controller.abort(own)
  table['one signal for many calls'] = { got: await Promise.all(many) }
}

function valid(operation, value) {
  return responseValidators[operation].is(value)
}
