// The same two answers in Chromium, with its own base64 and without: `node browser.mjs [chromium]`. As in
// `speed.mjs`, what counts is the time of the processor, in which all take turns, and the middle of all rounds.
// Beside ours, for `block`: the libraries for base64 that are used most, on its transactions alone, and what no
// decoder can do without, memory for the bytes and the characters of the text.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { rolldown } from 'rolldown'
import { openPage } from './chromium.mjs'
import { texts } from './data.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
/** Milliseconds of one turn: what is quick is called several times in a row. */
const LEAST = 20

const decode = new URL('../../../../packages/node-rpc/dist/decode.js', import.meta.url).pathname
const page = `
import { toByteArray } from 'base64-js'
import { toUint8Array } from 'js-base64'
import { base64 } from '@scure/base'
import { decoders } from ${JSON.stringify(decode)}
const texts = ${JSON.stringify(texts)}
const encoder = new TextEncoder()
const characters = new Uint8Array(0x10000)
const transactions = (read) => (value) => ({ value, bytes: value.block.data.txs.map(read) })
const memory = (text) => new Uint8Array((text.length / 4) * 3)
const contenders = {
  parse: (value) => value,
  block_results: decoders.ResultBlockResults.decode,
  block: decoders.ResultBlock.decode,
  'base64-js': transactions(toByteArray),
  'js-base64': transactions(toUint8Array),
  '@scure/base': transactions(base64.decode),
  memory: transactions(memory),
  characters: transactions((text) => {
    encoder.encodeInto(text, characters)
    return memory(text)
  }),
}
globalThis.work = (text, contender, calls) => {
  const read = contenders[contender]
  for (let call = 0; call < calls; call++) globalThis.kept = read(JSON.parse(texts[text]))
}
`
/** Before any library looks for it. */
const withoutBase64 =
  'delete Uint8Array.prototype.setFromBase64; delete Uint8Array.fromBase64; delete Uint8Array.prototype.toBase64'

/** What is measured on the text of `block`, beside our decoder. */
export const BESIDE = ['base64-js', 'js-base64', '@scure/base', 'memory', 'characters']

const typical = (values) => values.toSorted((left, right) => left - right)[values.length >> 1]

/** Total ÷ `JSON.parse` of each answer, and of what stands beside our decoder for `block`. */
export async function inChromium(program, kind) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-browser-'))
  let opened
  try {
    const input = path.join(folder, 'page.js')
    writeFileSync(input, page)
    const modules = ['node_modules', path.join(import.meta.dirname, 'node_modules')]
    const bundle = await rolldown({ input, platform: 'browser', resolve: { modules } })
    const { output } = await bundle.generate({ format: 'iife' })
    const html = path.join(folder, 'page.html')
    const code = output[0].code.replaceAll('</script', '<\\/script')
    const before = kind === 'without' ? `<script>${withoutBase64}</script>` : ''
    writeFileSync(html, `<!doctype html><meta charset="utf-8">${before}<script>${code}</script>`)
    opened = await openPage(program, `file://${html}`, path.join(folder, 'profile'))
    await loaded(opened)
    const agent = await opened.evaluate('navigator.userAgent')
    const [version] = /Chrome\/\d+/.exec(agent) ?? ['Chromium']
    const ratios = {
      ...(await ratiosOf(opened, 'block_results', ['block_results'])),
      ...(await ratiosOf(opened, 'block', ['block', ...BESIDE])),
    }
    return { version: version.replace('/', ' '), ratios }
  } finally {
    await opened?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function loaded({ evaluate }) {
  for (let tries = 0; tries < 600; tries++) {
    if (await evaluate('typeof work === "function"')) return
    await setTimeout(50)
  }
  throw new Error('the page was not loaded')
}

async function ratiosOf({ timed }, text, contenders) {
  const all = ['parse', ...contenders]
  const calls = (contender, count) => timed(`work('${text}', '${contender}', ${count})`)
  const counts = new Map()
  const taken = new Map(all.map((each) => [each, []]))
  for (const each of all) {
    // Warm, and how many calls a turn has.
    const once = (await calls(each, 30)) / 30
    counts.set(each, Math.ceil(LEAST / Math.max(once, 0.1)))
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < all.length; turn++) {
      const each = all[(round + turn) % all.length]
      taken.get(each).push((await calls(each, counts.get(each))) / counts.get(each))
    }
  }
  const parse = typical(taken.get('parse'))
  return Object.fromEntries(contenders.map((each) => [each, typical(taken.get(each)) / parse]))
}

if (import.meta.filename === process.argv[1]) {
  for (const kind of ['with', 'without']) {
    const { version, ratios } = await inChromium(process.argv[2] ?? 'chromium', kind)
    const cells = Object.entries(ratios).map(([name, value]) => `${name} ${value.toFixed(2)}`)
    console.log(`${version}, ${kind} base64 of its own: ${cells.join('   ')}`)
  }
}
