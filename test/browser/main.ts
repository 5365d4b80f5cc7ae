/* `pnpm test:browser`: the client in headless Chromium, against a real node that allows CORS. */
import path from 'node:path'
import { findBinary } from '../e2e/node/harness/binary.js'
import { startNode } from '../e2e/node/harness/node.js'
import { findChromium, inPage } from './chromium.js'
import { servePage } from './serve.js'

const say = (line: string): void => void process.stderr.write(`[browser] ${line}\n`)
const chromium = findChromium()
const found = await findBinary(path.resolve('.cache/go-bin'), say)
if (!chromium) say('SKIPPED: there is no Chromium; name one in CHROME')
else if ('missing' in found) say(`SKIPPED: ${found.missing}`)
else await run(chromium, found.path)

async function run(browser: string, binary: string): Promise<void> {
  const node = await startNode(binary, { settings: { rpc: { cors_allowed_origins: '["*"]' } } })
  const page = await servePage()
  try {
    const query = new URLSearchParams({ url: node.url, socketUrl: node.socketUrl })
    const outcome = await inPage(browser, `${page.url}?${query}`, 'globalThis.outcome')
    const { checks, problems } = Object(outcome)
    for (const problem of problems) say(`FAILED: ${problem}`)
    say(`${checks} checks, ${problems.length} failed`)
    process.exitCode = checks > 0 && problems.length === 0 ? 0 : 1
  } finally {
    page.close()
    await node.remove()
  }
}
