/*
 * What happens where things go wrong, with the official client and with ours: both are put before the same server, and
 * what each of them does becomes a row of docs/compared-with-skip-go-client.md (UPDATE=1 writes it).
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as theirs from '@skip-go/client'
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { situations } from './situations.mjs'

const page = fileURLToPath(
  new URL('../../../../docs/compared-with-skip-go-client.md', import.meta.url),
)
const say = (line) => void process.stderr.write(`[skip-go] ${line}\n`)
// It prints every failure; only what we print shall be read here.
console.error = console.warn = console.log = () => {}

/** Longer than that, and a call counts as one that has no end. */
const patienceMs = 3000

let respond
let requests = []
let world
const server = createServer(async (incoming, outgoing) => {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { method, url: path } = incoming
  requests.push({ method, path, body })
  const answered = await respond({ number: requests.length, path, body, outgoing })
  if (answered !== 'world') return
  const init = { method, ...(method === 'GET' ? {} : { body }) }
  const response = await world(`http://world.invalid${path}`, init)
  outgoing.writeHead(response.status, { 'content-type': 'application/json' })
  outgoing.end(await response.text())
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
theirs.setApiOptions({ apiUrl: url })
const ours = createRoutingClient({
  baseUrl: url,
  timeoutMs: 1000,
  retry: { baseMs: 1, maxMs: 2 },
})

/** What a call came to, in few words. */
async function outcomeOf(call, { tell, isWait = false }) {
  // It remembers how far each transaction has come: each client gets its own.
  world = mockRouting()
  const limitMs = isWait ? 3 * patienceMs : patienceMs
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs, { text: `nothing within ${limitMs / 1000} s` })
  })
  requests = []
  const settled = call().then(
    (value) => ({ text: tell ? tell(value, requests) : `resolves: ${shown(value)}` }),
    (error) => ({ text: `rejects: ${failure(error)}` }),
  )
  const { text } = await Promise.race([settled, late])
  clearTimeout(timer)
  // How often a wait asks depends on the machine.
  const times = requests.length > 1 && !tell && !isWait ? ` (${requests.length} requests)` : ''
  return `${text}${times}`.replaceAll(url, '').replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function shown(value) {
  if (value === undefined) return '`undefined`'
  const text = JSON.stringify(value)
  return `\`${text.length > 60 ? `${text.slice(0, 57)}…` : text}\``
}

const MEMBERS = ['status', 'code', 'reason', 'fault', 'outcome', 'timeoutMs']

function failure(error) {
  if (!(error instanceof Error)) return `${shown(error)}, which is no error`
  const known = MEMBERS.filter((name) => error[name] !== undefined).map(
    (name) => `${name} ${error[name]}`,
  )
  const { message } = error
  const said = message.length > 90 ? `${message.slice(0, 89)}…` : message
  return [`\`${error.name}\` "${said}"`, ...known].join(', ')
}

const rows = []
for (const { what, answer, call, expected, ...how } of situations) {
  respond = answer
  const their = await outcomeOf(() => call.theirs(theirs), how)
  const our = await outcomeOf(() => call.ours(ours), how)
  // Our promises are asserted; the official client may change with any release, so its behaviour is only
  // recorded.
  assert.match(our, expected, what)
  rows.push([what, their, our])
}
server.closeAllConnections()
server.close()

const before = readFileSync(page, 'utf8')
const heads = ['what happens', '@skip-go/client 1.6.1', '@tagwire/routing']
const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)))
const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`
const table = [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
const now = before.replace(
  /<!-- differences -->\n.*?<!-- end -->/s,
  () => `<!-- differences -->\n\n${table.join('\n')}\n\n<!-- end -->`,
)
say(`${rows.length} situations in which things go wrong`)
if (process.env.UPDATE) writeFileSync(page, now)
else if (now !== before)
  say('the page in docs has other words than were seen; UPDATE=1 writes them')
// Its dependencies keep the program alive.
process.exit(0)
