import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { valueOfPage } from '../runtimes/hosts/chromium.js'
import { findChromium } from '../runtimes/hosts/find-chromium.js'
import { bundle } from './bundle.js'

const here = path.resolve('test/external/emitters')

/** A page with React, compiled with its types and driven in a real browser. */
export async function tryReact(): Promise<string | undefined> {
  compilePage()
  const program = await readFile(
    await bundle(here, 'page/page.tsx', { platform: 'browser' }),
    'utf8',
  )
  const chromium = await findChromium()
  if ('missing' in chromium) return chromium.missing
  const page = await servePage(program)
  try {
    const outcome: unknown = JSON.parse(await valueOfPage(chromium, page.url, 'globalThis.outcome'))
    if (outcome !== 'ok') throw new Error(JSON.stringify(outcome))
  } finally {
    page.close()
  }
  return undefined
}

function compilePage(): void {
  const compiler = path.resolve('node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', path.join(here, 'page'), '--pretty', 'false']
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the page does not compile:\n${stdout}`)
}

async function servePage(program: string): Promise<{ readonly url: string; close(): void }> {
  const html =
    '<!doctype html><meta charset="utf-8"><main></main><script type="module" src="/page.mjs"></script>'
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.mjs'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? program : html)
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
