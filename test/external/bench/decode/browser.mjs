// The same two answers in Chromium, with its own base64 and without: `node browser.mjs [chromium]`.
// Its clock is that of the wall, so that the quicker rounds count: the others waited for somebody else.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { texts } from './data.mjs'

const program = process.argv[2] ?? 'chromium'
const decode = new URL('../../../../packages/node-rpc/dist/decode.js', import.meta.url).pathname

const page = `
import { decoders } from ${JSON.stringify(decode)}
if (location.hash === '#without') delete Uint8Array.prototype.setFromBase64
const texts = ${JSON.stringify(texts)}
const names = { block_results: 'ResultBlockResults', block: 'ResultBlock' }
const typical = (values) => values.toSorted((left, right) => left - right)[values.length >> 2]
function time(work) {
  const start = performance.now()
  let calls = 0
  do { globalThis.kept = work(); calls++ } while (performance.now() - start < 8)
  return (performance.now() - start) / calls
}
const rows = Object.entries(names).map(([name, type]) => {
  const [text, decoder] = [texts[name], decoders[type]]
  const [parse, total] = [[], []]
  for (let round = 0; round < 60; round++) {
    parse.push(time(() => JSON.parse(text)))
    total.push(time(() => decoder.decode(JSON.parse(text))))
  }
  return name + ' ' + (typical(total) / typical(parse)).toFixed(2)
})
document.body.textContent = navigator.userAgent.match(/Chrome\\/\\d+/)[0] + ' ' + rows.join('   ')
`

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-browser-'))
try {
  const input = path.join(folder, 'page.js')
  writeFileSync(input, page)
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife' })
  const html = path.join(folder, 'page.html')
  const code = output[0].code.replaceAll('</script', '<\\/script')
  writeFileSync(html, `<!doctype html><meta charset="utf-8"><body><script>${code}</script>`)
  for (const kind of ['with', 'without']) {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom']
    const address = `file://${html}#${kind}`
    const profile = `--user-data-dir=${path.join(folder, kind)}`
    const dom = execFileSync(program, [...flags, profile, address], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, result = 'nothing'] = /(Chrome\/.*?)<\/body>/s.exec(dom) ?? []
    console.log(`${kind} base64 of its own: ${result.trim()}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
