import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Server } from '../../../packages/runtime/src/server/index.js'
import { nodeHandler } from '../../../packages/runtime/src/server/node/index.js'
import { valueOfPage } from '../runtimes/hosts/chromium.js'
import { findChromium } from '../runtimes/hosts/find-chromium.js'

const here = path.resolve('test/external/emitters')

/** What checks the types of each app. */
const CHECKS: Readonly<Record<string, readonly [binary: string, ...args: string[]]>> = {
  react: ['tsc', '-p', '.', '--pretty', 'false'],
  vue: ['vue-tsc', '-p', '.', '--noEmit', '--pretty', 'false'],
  svelte: ['svelte-check', '--tsconfig', 'tsconfig.json', '--fail-on-warnings'],
}

/** A small app in each framework, type-checked, built, and used in a browser against a server of the same document. */
export async function tryApps(): Promise<string | undefined> {
  for (const [name, [binary, ...args]] of Object.entries(CHECKS)) run(name, binary, args)
  const chromium = await findChromium()
  if ('missing' in chromium) return chromium.missing
  for (const name of Object.keys(CHECKS)) {
    run(name, 'vite', ['build', '--config', '../build.config.mjs'])
    const program = await readFile(path.join(here, '.cache/apps', name, 'page.js'), 'utf8')
    const page = await servePage(program)
    try {
      const said: unknown = JSON.parse(await valueOfPage(chromium, page.url, 'globalThis.outcome'))
      if (said !== 'ok') throw new Error(`${name}: ${said}`)
    } finally {
      page.close()
    }
  }
  return undefined
}

/** A program in the folder of an app. */
function run(name: string, binary: string, args: readonly string[]): void {
  const command = path.join(here, 'node_modules/.bin', binary)
  const cwd = path.join(here, 'apps', name)
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}: ${binary}:\n${stdout}${stderr}`)
}

async function servePage(program: string): Promise<{ readonly url: string; close(): void }> {
  const file = pathToFileURL(path.join(here, 'apps/server.ts')).href
  const { notesServer }: { notesServer(): Server } = await import(file)
  const api = nodeHandler(notesServer())
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) return void api(request, response)
    const isScript = request.url === '/page.mjs'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? program : HTML)
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

const HTML =
  '<!doctype html><meta charset="utf-8"><body></body><script type="module" src="/page.mjs"></script>'
