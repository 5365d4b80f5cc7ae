import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../generator/src/pipeline/library.js'
import { complaintsOf } from '../packages/types/compile.fixture.js'
import { serve } from '../unit/runtime/http/server.fixture.js'

/** Goes through docs/guides/19-pages-and-streams.md as a reader would: its programs compile, and run. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = path.join(root, 'test/docs/.cache/pages-guide')
const guide = readFileSync(path.join(root, 'docs/guides/19-pages-and-streams.md'), 'utf8')

function blocks(language: string): string[] {
  const found = guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))
  return [...found].map(([, text = '']) => text)
}

interface Program {
  exportOrders(
    baseUrl: string,
    save: (id: string, state: object) => Promise<void>,
    from?: object,
  ): Promise<void>
  firstPaid(baseUrl: string): Promise<string | undefined>
}

let program: Program
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'src'), { recursive: true })
  const [spec = ''] = blocks('yaml')
  writeFileSync(path.join(folder, 'shop.yaml'), spec)
  const config = { packages: { shop: { spec: 'shop.yaml', out: 'src/api' } } }
  writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify(config))
  writeFileSync(path.join(folder, 'package.json'), '{"name": "app", "type": "module"}')
  const { ok, packages } = await generate({ cwd: folder })
  expect(packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([])
  expect(ok).toBe(true)
  const [pages = '', streams = ''] = blocks('ts')
  writeFileSync(path.join(folder, 'src/pages.ts'), pages)
  writeFileSync(path.join(folder, 'src/streams.ts'), streams)
  const compiler = {
    extends: '../../../packages/types/accept/tsconfig.json',
    compilerOptions: { types: ['node'], noEmit: false, rootDir: 'src', outDir: 'js' },
    include: ['src'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(compiler))
  expect(await complaintsOf('../../docs/.cache/pages-guide')).toEqual([])
  const load = (name: string): Promise<object> =>
    import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'js', name)).href)
  program = Object.assign({}, await load('pages.js'), await load('streams.js')) as Program
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('orders are exported once, also by a program that was stopped', async () => {
  const ids = Array.from({ length: 7 }, (_, n) => `o${n}`)
  const { url, requests } = await serve((response, request) => {
    const after = new URL(request.url, 'http://a').searchParams.get('starting_after')
    const first = after === null ? 0 : ids.indexOf(after) + 1
    const data = ids.slice(first, first + 3).map((id) => ({ id }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data, has_more: first + 3 < ids.length }))
  })
  const seen: string[] = []
  let saved: object | undefined
  const save = async (id: string, state: object): Promise<void> => {
    if (seen.length === 4 && saved) throw new Error('stopped')
    seen.push(id)
    saved = JSON.parse(JSON.stringify(state))
  }
  await expect(program.exportOrders(url, save)).rejects.toThrow('stopped')
  const rest: string[] = []
  await program.exportOrders(url, async (id) => void rest.push(id), saved)
  expect([...seen, ...rest]).toEqual(ids)
  expect(requests[0]?.url).toBe('/orders?limit=100')
})

test('a stream that breaks goes on, and an unknown event does not end it', async () => {
  const event = (id: number, name: string, data: string): string =>
    `id: ${id}\nretry: 1\nevent: ${name}\ndata: ${data}\n\n`
  const { url, requests } = await serve((response, _, connection) => {
    response.setHeader('content-type', 'text/event-stream')
    if (connection > 1) return void response.end(event(3, 'paid', '{"id":"b"}'))
    const first = event(1, 'created', '{"id":"a"}') + event(2, 'heartbeat', 'ping')
    response.write(first, () => response.destroy())
  })
  expect(await program.firstPaid(url)).toBe('b')
  expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2'])
})
