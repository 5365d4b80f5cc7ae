import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from '../cli.fixture.js'
import { gitIn, PATIENCE_MS } from '../commands/ci-update.fixture.js'
import { initRepository } from '../repository.fixture.js'

// Lines of a document: entry points of one package, which every command knows.

const SPEC = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
servers: [{ url: https://orders.example }]
paths:
  /orders:
    get:
      operationId: orders
      responses:
        '200':
          description: Orders.
          content: { application/json: { schema: { $ref: '#/components/schemas/Orders' } } }
  /fee:
    get:
      operationId: fee
      responses:
        '200':
          description: The fee.
          content: { application/json: { schema: { $ref: '#/components/schemas/Fee' } } }
components:
  schemas:
    Orders: { type: array, items: { $ref: '#/components/schemas/Order' } }
    Order:
      type: object
      required: [id]
      properties:
        id: { type: string }
        fee: { $ref: '#/components/schemas/Fee' }
    Fee: { type: object, required: [amount], properties: { amount: { type: string, format: int64 } } }
`
const overlay = (type = 'integer'): string => `overlay: 1.0.0
info: { title: Orders 2, version: 2.0.0 }
actions:
  - target: $.components.schemas.Order.properties
    update: { placed: { type: ${type} } }
`
const OWN = { spec: 'api.yaml', out: 'out', name: '@acme/orders' }
const config = (more: object = {}): string =>
  JSON.stringify({
    packages: { orders: { ...OWN, lines: { '2.0': { overlay: 'v2.yaml' } }, ...more } },
  })

let project: Project
beforeEach(() => {
  project = createProject({
    'api.yaml': SPEC,
    'v2.yaml': overlay(),
    'tagwire.config.json': config(),
  })
})
afterEach(() => project.remove())
const tagwire = (...args: string[]) => run(project.folder, args)

const tsc = new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url)
function compile(files: readonly string[], more: object = {}): string {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', skipLibCheck: true },
    ...{ noUnusedLocals: true, exactOptionalPropertyTypes: true, types: [], ...more },
  }
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  try {
    return execFileSync(process.execPath, [tsc.pathname, '-p', project.folder], {
      encoding: 'utf8',
    })
  } catch (error) {
    return String(Object(error).stdout)
  }
}

describe('generate', { timeout: PATIENCE_MS }, () => {
  test('makes an entry of each line and of its parts, and of what is equal nothing again', async () => {
    const { code, stderr } = await tagwire('generate')
    expect(stderr).not.toContain('error')
    expect(code).toBe(0)
    const { exports, files } = JSON.parse(project.read('out/package.json'))
    expect(Object.keys(exports).filter((each) => each.includes('2.0'))).toEqual(
      ['', '/schema', '/validate', '/decode', '/http', '/operations', '/mock'].map(
        (each) => `./2.0${each}`,
      ),
    )
    expect(exports['./2.0/validate']).toEqual({
      types: './dist/2.0/validate.d.ts',
      default: './dist/2.0/validate.js',
    })
    expect(files).toContain('2.0')
    expect(JSON.parse(project.read('out/2.0/validate/package.json')).main).toBe(
      '../../dist/2.0/validate.js',
    )
    const types = project.read('out/src/2.0/types.ts')
    expect(types).toContain('placed?: number')
    expect(types).toContain('export type Orders')
    expect(types).not.toContain('interface Fee')
    expect(project.read('out/src/2.0/index.ts')).toContain("from '../types.js'")
    // Nothing that is imported without a line refers to one.
    expect(project.read('out/src/index.ts')).not.toContain('2.0')
  })

  test('records the overlays, and does nothing when nothing has changed', async () => {
    await tagwire('generate')
    const { document } = JSON.parse(project.read('out/generation.json'))
    expect(Object.keys(document)).toEqual(['api.yaml', 'v2.yaml'])
    const before = project.snapshot('out')
    await tagwire('generate')
    expect(project.snapshot('out')).toEqual(before)
    expect((await tagwire('check')).code).toBe(0)

    project.write('v2.yaml', overlay('string'))
    const { code, stdout, stderr } = await tagwire('check')
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('v2.yaml')
    expect(stdout).toContain('2.0/types.ts')
    await tagwire('generate')
    expect(project.read('out/src/2.0/types.ts')).toContain('placed?: string')
    expect((await tagwire('check')).code).toBe(0)
  })

  test('removes a line that is no longer configured', async () => {
    await tagwire('generate')
    project.write('tagwire.config.json', config({ lines: { '3.0': { overlay: 'v2.yaml' } } }))
    await tagwire('generate')
    expect(project.has('out/src/2.0/types.ts')).toBe(false)
    expect(project.has('out/2.0/validate/package.json')).toBe(false)
    expect(project.has('out/src/3.0/types.ts')).toBe(true)
    const { exports, files } = JSON.parse(project.read('out/package.json'))
    expect(Object.keys(exports).join()).not.toContain('2.0')
    expect(files).not.toContain('2.0')
  })

  test('applies the overlay of the line after those of the package', async () => {
    project.write(
      'all.yaml',
      overlay('string').replace('placed', 'placed: { type: boolean }, other'),
    )
    project.write('tagwire.config.json', config({ overlay: 'all.yaml' }))
    expect((await tagwire('generate')).code).toBe(0)
    expect(project.read('out/src/types.ts')).toContain('placed?: boolean')
    expect(project.read('out/src/2.0/types.ts')).toContain('placed?: number')
    expect(project.read('out/src/2.0/types.ts')).toContain('other?: string')
  })

  test('reports what is wrong in a line at its place, and what is wrong everywhere once', async () => {
    project.write('v2.yaml', overlay('strnig'))
    const { code, stderr } = await tagwire('generate')
    expect(code).toBe(1)
    expect(stderr).toMatch(/v2\.yaml:5:\d+/)
    expect(project.has('out/package.json')).toBe(false)
    project.write('v2.yaml', overlay())
    project.write('api.yaml', SPEC.replace('{ type: string }', '{ type: strnig }'))
    const again = await tagwire('generate')
    expect(again.stderr.match(/api\.yaml:\d+:\d+/g)).toHaveLength(1)
  })

  test.each([
    [
      'in an app',
      { importExtension: '', runtime: 'inline', emit: ['client', 'validate', 'mock'] },
      { module: 'esnext', moduleResolution: 'bundler' },
    ],
    [
      'in an app that names files',
      { importExtension: '.ts', runtime: 'inline', emit: ['client', 'validate', 'decode'] },
      { allowImportingTsExtensions: true },
    ],
  ])('%s makes sources that compile, with the runtime beside them', async (_, more, options) => {
    project.write('package.json', '{ "name": "app", "type": "module" }')
    const { name: __, ...own } = OWN
    const lines = { '2.0': { overlay: 'v2.yaml' } }
    const packages = { orders: { ...own, out: 'src/orders', lines, ...more } }
    project.write('tagwire.config.json', JSON.stringify({ packages }))
    expect((await tagwire('generate')).code).toBe(0)
    project.write(
      'src/app.ts',
      `import { createOrdersClient } from './orders/2.0/index${more.importExtension}'
import { orderValidator } from './orders/2.0/validate${more.importExtension}'
import type { Order } from './orders/index${more.importExtension}'

export async function first(): Promise<number | undefined> {
  const [order] = await createOrdersClient().orders()
  orderValidator.assert(order)
  const old: Order = order
  // @ts-expect-error: only in 2.0
  console.log(old.placed)
  return order.placed
}
`,
    )
    expect(
      compile(['src/app.ts'], {
        lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
        ...options,
      }),
    ).toBe('')

    // Another package is below the folder by accident: its files are its own.
    project.write('src/orders/other/index.ts', project.read('src/orders/types.ts'))
    project.write(
      'tagwire.config.json',
      JSON.stringify({
        packages: { orders: { ...packages.orders, lines: { next: lines['2.0'] } } },
      }),
    )
    expect((await tagwire('generate')).code).toBe(0)
    expect(project.has('src/orders/2.0/index.ts')).toBe(false)
    expect(project.has('src/orders/next/index.ts')).toBe(true)
    expect(project.has('src/orders/other/index.ts')).toBe(true)
  })
})

describe('other commands', { timeout: PATIENCE_MS }, () => {
  test('diff takes a line by its name', async () => {
    const { code, stdout } = await tagwire('diff', 'package:orders', 'package:orders/2.0')
    expect(stdout).toContain('Order.placed: added, optional')
    expect(code).toBe(0)
    const unknown = await tagwire('diff', 'package:orders', 'package:orders/3.0')
    expect(unknown.stderr).toContain('only orders, orders/2.0')
  })

  test('ci compares every line, new ones and lost ones included', async () => {
    await tagwire('generate', '--quiet')
    initRepository(project)
    gitIn(project, 'add', '.')
    gitIn(project, 'commit', '-qm', 'as it was')
    const compared = async (): Promise<readonly string[]> => {
      const { stdout } = await tagwire('ci', '--base', 'main', '--json')
      const { reports } = JSON.parse(stdout) as {
        reports: { name: string; summary: string; entries: { message: string }[] }[]
      }
      return reports
        .filter(({ name }) => name.startsWith('tagwire diff'))
        .map(({ name, summary, entries }) =>
          [name, summary, ...entries.map((each) => each.message)].join('\n'),
        )
    }
    project.write('v2.yaml', overlay('string'))
    const [own, line] = await compared()
    expect(own).toMatch(/^tagwire diff api\.yaml of orders\n/)
    expect(own).not.toContain('placed')
    expect(line).toMatch(/^tagwire diff api\.yaml of orders\/2\.0\n/)
    expect(line).toContain('Order.placed: is string now, was integer')

    expect(gitIn(project, 'show', 'main:tagwire.config.json')).toContain('2.0')
    const base = await tagwire('diff', 'git:main:package:orders/2.0', 'package:orders/2.0')
    expect(base.stdout).toContain('Order.placed: is string now, was integer')

    project.write('v2.yaml', overlay())
    project.write('tagwire.config.json', config({ lines: { '3.0': { overlay: 'v2.yaml' } } }))
    const [, added, gone] = await compared()
    expect(added).toContain('This line is new.')
    expect(gone).toContain('@acme/orders no longer has the line 2.0')
  })

  test('ci --update learns for a line, into the overlay of the line', async () => {
    project.write('.gitignore', '.tagwire/\n')
    project.write('seen/orders.response.01.json', '[{ "id": "1", "placed": 1, "late": true }]')
    await tagwire('generate', '--quiet')
    initRepository(project)
    gitIn(project, 'add', '.')
    gitIn(project, 'commit', '-qm', 'as it was')
    const { code, stdout, stderr } = await tagwire('ci', '--update', '--samples', 'orders/2.0=seen')
    expect(stderr).toBe('')
    expect(stdout).toContain('@acme/orders/2.0')
    expect(code).toBe(0)
    expect(project.read('v2.yaml')).toContain('late')
    expect(project.read('api.yaml')).toBe(SPEC)
    expect(project.read('out/src/2.0/types.ts')).toContain('late?: boolean')
    expect(project.read('out/src/types.ts')).not.toContain('late')
  })
})
