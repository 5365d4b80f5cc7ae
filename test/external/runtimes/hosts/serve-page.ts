import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

/** No text becomes code here, and nothing comes from anywhere else. */
const policy = "default-src 'none'; script-src 'self' 'nonce-page'; connect-src *"

/** A loopback server for the page and for the installed packages, as they are. */
export async function servePage(folder: string): Promise<{ url: string; close(): void }> {
  const { dependencies } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const names = Object.keys(dependencies).filter((name) => name !== 'ws')
  const imports = Object.assign({}, ...(await Promise.all(names.map((one) => mapOf(folder, one)))))
  const page = `<!doctype html><meta charset="utf-8"><title>tagwire</title>
<script type="importmap" nonce="page">${JSON.stringify({ imports })}</script>
<script type="module" src="/page.js"></script>`

  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page')
    try {
      const script = /\.m?js$/.test(pathname)
      const file = path.join(folder, path.normalize(pathname))
      const body = script ? await readFile(file) : page
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
      response.setHeader('content-security-policy', policy)
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
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

/** Where a browser finds what programs import by name: what the package says in `exports`. */
async function mapOf(folder: string, name: string): Promise<Record<string, string>> {
  const manifest = path.join(folder, 'node_modules', name, 'package.json')
  const { exports } = JSON.parse(await readFile(manifest, 'utf8'))
  const files = Object.entries(exports).flatMap(([subpath, target]) => {
    const file = fileOf(target)
    return file?.endsWith('js') ? [[subpath, file] as const] : []
  })
  return Object.fromEntries(
    files.map(([subpath, file]) => [
      path.posix.join(name, subpath),
      path.posix.join('/node_modules', name, file),
    ]),
  )
}

/** What a browser would take of conditions. */
function fileOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  const conditions: Record<string, unknown> = Object(target)
  const taken = Object.keys(conditions).find((each) =>
    ['browser', 'import', 'default'].includes(each),
  )
  return taken === undefined ? undefined : fileOf(conditions[taken])
}
