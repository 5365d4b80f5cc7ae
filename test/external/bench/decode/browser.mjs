// The same two answers in Chromium, with its own base64 and without: `node browser.mjs [chromium]`. As in
// `speed.mjs`, what counts is the time of the processor, in which both take turns, and the middle of all rounds.
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
import { decoders } from ${JSON.stringify(decode)}
if (location.hash === '#without') delete Uint8Array.prototype.setFromBase64
const texts = ${JSON.stringify(texts)}
const types = { block_results: 'ResultBlockResults', block: 'ResultBlock' }
globalThis.work = (name, decoded, calls) => {
  const text = texts[name]
  const { decode } = decoders[types[name]]
  for (let call = 0; call < calls; call++) {
    const value = JSON.parse(text)
    globalThis.kept = decoded ? decode(value) : value
  }
}
`

const typical = (values) => values.toSorted((left, right) => left - right)[values.length >> 1]

/** Total ÷ `JSON.parse` of each answer. */
export async function inChromium(program, kind) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-browser-'))
  let opened
  try {
    const input = path.join(folder, 'page.js')
    writeFileSync(input, page)
    const bundle = await rolldown({ input, platform: 'browser' })
    const { output } = await bundle.generate({ format: 'iife' })
    const html = path.join(folder, 'page.html')
    const code = output[0].code.replaceAll('</script', '<\\/script')
    writeFileSync(html, `<!doctype html><meta charset="utf-8"><script>${code}</script>`)
    opened = await openPage(program, `file://${html}#${kind}`, path.join(folder, 'profile'))
    await loaded(opened)
    const agent = await opened.evaluate('navigator.userAgent')
    const [version] = /Chrome\/\d+/.exec(agent) ?? ['Chromium']
    const ratios = {}
    for (const name of ['block_results', 'block']) ratios[name] = await ratio(opened, name)
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

async function ratio({ timed }, name) {
  const calls = (decoded, count) => timed(`work('${name}', ${decoded}, ${count})`)
  // Warm, and how many calls a turn has.
  const once = (await calls(true, 30)) / 30
  const count = Math.ceil(LEAST / Math.max(once, 0.1))
  const [parse, total] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    parse.push(await calls(false, count))
    total.push(await calls(true, count))
  }
  return typical(total) / typical(parse)
}

if (import.meta.filename === process.argv[1]) {
  for (const kind of ['with', 'without']) {
    const { version, ratios } = await inChromium(process.argv[2] ?? 'chromium', kind)
    const cells = Object.entries(ratios).map(([name, value]) => `${name} ${value.toFixed(2)}`)
    console.log(`${version}, ${kind} base64 of its own: ${cells.join('   ')}`)
  }
}
