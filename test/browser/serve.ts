import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

const root = process.cwd()

/** Where a browser finds what programs import by name. */
const importMap = {
  imports: {
    '@tagwire/node-rpc': '/packages/node-rpc/dist/index.js',
    '@tagwire/runtime/core': '/packages/runtime/dist/core/index.js',
    '@tagwire/runtime/rpc': '/packages/runtime/dist/rpc/index.js',
    '@tagwire/runtime/union': '/packages/runtime/dist/union/index.js',
  },
}

const page = `<!doctype html><meta charset="utf-8"><title>tagwire</title>
<script type="importmap">${JSON.stringify(importMap)}</script>
<script type="module" src="/test/browser/page.js"></script>`

/** A loopback server for the page and the built packages. */
export async function servePage(): Promise<{ url: string; close(): void }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page')
    try {
      const script = pathname.endsWith('.js')
      const body = script ? await readFile(path.join(root, path.normalize(pathname))) : page
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}
