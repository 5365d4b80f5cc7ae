import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { findBinary } from '../../e2e/node/harness/binary.js'
import { startNode } from '../../e2e/node/harness/node.js'
import { valueOfPage } from '../runtimes/hosts/chromium.js'
import { type Chromium, findChromium } from '../runtimes/hosts/find-chromium.js'
import { axeOf, cutTheLine, followStatus, planRoute, refuse } from './scenarios.js'

/** The site in a real browser: the console's scenarios, and axe on the main pages in both colours. */

const site = path.resolve('docs/dist')

const PAGES = [
  'index',
  'console',
  'routing/index',
  'routing/reference',
  'routing/unions/Operation',
  'routing/operations/route',
  'node-rpc/index',
  'guides/quote-build-track',
  'codes/TW4001',
  'changes/index',
]

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The files of the site, and axe beside them. */
async function serveSite(): Promise<{ readonly url: string; close(): void }> {
  const axe = path.resolve('test/external/site/node_modules/axe-core/axe.min.js')
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site')
    const file = pathname === '/axe.js' ? axe : path.join(site, path.normalize(pathname))
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain; charset=utf-8')
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

let failures = 0

async function tried(name: string, chromium: Chromium, url: string, script: string): Promise<void> {
  let said: unknown
  try {
    said = JSON.parse(await valueOfPage(chromium, url, script))
  } catch (error) {
    said = error instanceof Error ? error.message : error
  }
  if (said !== 'ok') failures++
  process.stdout.write(
    `${said === 'ok' ? 'ok  ' : 'FAIL'} ${name}${said === 'ok' ? '' : `: ${said}`}\n`,
  )
}

const chromium = await findChromium()
if ('missing' in chromium) {
  process.stdout.write(`NOT RUN: ${chromium.missing}\n`)
} else {
  const served = await serveSite()
  const page = `${served.url}console.html`
  try {
    await tried('a route is planned, drawn and checked', chromium, page, planRoute)
    await tried('a request that cannot be right is refused', chromium, page, refuse)
    await tried('a status is followed to its end', chromium, page, followStatus)
    const say = (line: string): void => void process.stderr.write(`${line}\n`)
    const own = process.env.TAGWIRE_COMETBFT
    const found = own ? { path: own } : await findBinary(path.resolve('.cache/go-bin'), say)
    if ('missing' in found) process.stdout.write(`NOT RUN: blocks of a node: ${found.missing}\n`)
    else {
      const node = await startNode(found.path)
      try {
        const script = cutTheLine(node.socketUrl)
        await tried('blocks come in order over a cut line', chromium, page, script)
      } finally {
        await node.remove()
      }
    }
    for (const theme of ['light', 'dark']) {
      for (const each of PAGES) {
        const url = `${served.url}${each}.html`
        await tried(`axe: ${each}, ${theme}`, chromium, url, axeOf(theme))
      }
    }
  } finally {
    served.close()
  }
}
process.exitCode = failures === 0 ? 0 : 1
