import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { generate } from '../../generator/src/pipeline/library.js'
import { complaintsOf } from '../packages/types/compile.fixture.js'

/**
 * The programs of docs/use, one after the other: they compile against the package that is made from the document beside
 * them, and run against its mock.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = path.join(root, 'test/docs/.cache/use')

interface Program {
  readonly name: string
  readonly text: string
}

const programs: readonly Program[] = readdirSync(path.join(root, 'docs/use'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(path.join(root, 'docs/use', page), 'utf8')
    const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)]
    return blocks.map(([, block = ''], index) => ({
      name: `${page.replace('.md', '')}-${index + 1}`,
      text: block,
    }))
  })

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'programs'), { recursive: true })
  const shop = {
    spec: path.relative(folder, path.join(root, 'docs/use/shop.yaml')),
    out: 'shop',
    name: '@acme/shop',
    emit: ['client', 'schema', 'validate', 'decode', 'mock', '@tagwire/emit-server'],
  }
  writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify({ packages: { shop } }))
  const { ok, packages } = await generate({ cwd: folder })
  expect(packages.flatMap(({ diagnostics }) => diagnostics)).toEqual([])
  expect(ok).toBe(true)
  for (const { name, text } of programs) {
    writeFileSync(path.join(folder, 'programs', `${name}.ts`), text)
  }
}, 60_000)
afterAll(() => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

test('they compile', { timeout: 60_000 }, async () => {
  expect(programs.length).toBeGreaterThan(15)
  const compiler = {
    extends: '../../../packages/types/accept/tsconfig.json',
    compilerOptions: {
      types: ['node'],
      rootDir: '.',
      moduleDetection: 'force',
      noUnusedLocals: false,
      paths: { '@acme/shop': ['./shop/src/index.ts'], '@acme/shop/*': ['./shop/src/*.ts'] },
    },
    include: ['programs'],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(compiler))
  expect(await complaintsOf('../../docs/.cache/use')).toEqual([])
})

test.each(programs)('$name runs', { timeout: 30_000 }, async ({ name }) => {
  const answering = await serviceOf()
  vi.stubGlobal('fetch', answering)
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words.join(' ')))
  await load(path.join(folder, 'programs', `${name}.ts`))
  expect(printed.join('\n')).not.toMatch(
    /no usable response|no response within|a proxy, the network/,
  )
})

/** The mock of the package, with what it has no examples for: files. */
async function serviceOf(): Promise<typeof fetch> {
  const mocks = await load(path.join(folder, 'shop/src/mock.ts'))
  const mock: unknown = Reflect.get(mocks, 'mockShop')
  if (typeof mock !== 'function') throw new TypeError('The package has no mockShop.')
  const getInvoice = (): Response =>
    new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })
  return mock({ getInvoice }, { onUnknown: 'example' })
}

/** As a module of its own, with the package inside and the runtime from the workspace. */
async function load(entry: string): Promise<object> {
  const bundle = await rolldown({
    input: entry,
    external: /^@tagwire\/runtime/,
    resolve: {
      alias: {
        '@acme/shop/operations': path.join(folder, 'shop/src/operations.ts'),
        '@acme/shop/validate': path.join(folder, 'shop/src/validate.ts'),
        '@acme/shop/decode': path.join(folder, 'shop/src/decode.ts'),
        '@acme/shop/server': path.join(folder, 'shop/src/server.ts'),
        '@acme/shop': path.join(folder, 'shop/src/index.ts'),
      },
    },
  })
  const file = entry.replace(/\.ts$/, '.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return await import(/* @vite-ignore */ pathToFileURL(file).href)
}
