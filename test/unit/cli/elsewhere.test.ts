import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from './cli.fixture.js'

const spec = (fields: string): string => `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
components: { schemas: { Order: { type: object, properties: { ${fields} } } } }
`

let project: Project
afterEach(() => project.remove())

describe('a document at a server on this machine', () => {
  let server: Server
  let text: string
  let url: string
  beforeEach(async () => {
    text = spec('id: { type: string }')
    server = createServer((request, response) => {
      if (request.url === '/moved.yaml')
        response.writeHead(302, { location: '/openapi.yaml' }).end()
      else response.end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`
    project = createProject({ 'package.json': '{ "name": "@acme/web", "workspaces": [] }' })
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test.each([
    ['a query', (from: string) => `${from}?token=s3cret-token`],
    ['a password', (from: string) => from.replace('//', '//me:s3cret-token@')],
  ])('keeps the secret of %s out of all output', async (_, secret) => {
    text = 'openapi: 3.1.0\ninfo: { title: [], version: 1 }\npaths: { a: 1 }\n'
    const { folder } = project
    const address = secret(url)
    const config = { packages: { shop: { spec: address, out: 'shop', name: 'shop' } } }
    writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify(config))
    const commands = [['update'], ['generate'], ['check'], ['ci'], ['inspect', address]]
    for (const command of [...commands, ['diff', address, address], ['update', '--json']]) {
      const { code, stdout, stderr } = await run(folder, command)
      expect([command[0], code]).toEqual([command[0], 1])
      expect(stdout + stderr).not.toContain('s3cret-token')
    }
  })

  test('is compared without the operations that the package leaves out', async () => {
    const { folder } = project
    const exclude = { operations: ['listRefunds'] }
    const config = { packages: { shop: { spec: url, out: 'shop', name: 'shop', exclude } } }
    writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify(config))
    const refunds = (result: string): string =>
      `  /refunds: { get: { operationId: listRefunds, responses: { '200': { description: All, content: { application/json: { schema: { type: ${result} } } } } } } }\ncomponents:`
    const plain = spec('id: { type: string }')
    text = plain.replace('components:', refunds('string'))
    await run(folder, ['update'])
    text = plain.replace('components:', refunds('integer'))
    const { code, stdout, stderr } = await run(folder, ['update'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('openapi.yaml written.')
    expect(stderr).not.toContain('breaking')
  })

  test('is copied by init, used by generate, and refreshed by update', async () => {
    const { folder, read, has } = project
    const made = await run(folder, ['init', url])
    expect(made).toMatchObject({ code: 0 })
    expect(read('tagwire.config.ts')).toContain(`spec: '${url}',`)
    expect(read('tagwire.config.ts')).toContain("name: '@acme/shop',")
    expect(read('tagwire.specs/shop/openapi.yaml')).toBe(text)

    const old = text
    text = spec('id: { type: string }, note: { type: string }')
    expect((await run(folder, ['generate', '--quiet'])).code).toBe(0)
    expect(read('packages/shop/src/types.ts')).not.toContain('note')
    expect((await run(folder, ['check'])).code).toBe(0)

    const updated = await run(folder, ['update'])
    expect(updated.code).toBe(0)
    expect(updated.stdout).toContain('note')
    expect(updated.stdout).toMatch(new RegExp(`^  ${url}:\\d+:\\d+ `, 'm'))
    expect(updated.stderr).toContain('tagwire.specs/shop/openapi.yaml written.')
    expect(read('tagwire.specs/shop/openapi.yaml')).not.toBe(old)
    expect((await run(folder, ['check'])).code).toBe(1)
    expect((await run(folder, ['update', 'shop'])).stderr).toContain('shop: up to date.')

    text = 'openapi: 3.1.0\ninfo: 1\n'
    const before = read('tagwire.specs/shop/openapi.yaml')
    expect((await run(folder, ['update'])).code).toBe(1)
    expect(read('tagwire.specs/shop/openapi.yaml')).toBe(before)
    expect(has('tagwire.specs/shop/document.yaml')).toBe(false)
  })

  test('without a configuration, generate makes the copy and brings it up to date', async () => {
    const { folder, read, has } = project
    const args = ['--spec', url, '--out', 'api', '--name', '@acme/api']
    const early = await run(folder, ['check', ...args])
    expect(early.code).toBe(1)
    expect(early.stderr).toContain('`tagwire generate --spec …`')
    const first = await run(folder, ['generate', ...args])
    expect(first.code).toBe(0)
    expect(first.stderr).toContain('tagwire.specs/acme-api/openapi.yaml written')
    expect(read('tagwire.specs/acme-api/openapi.yaml')).toBe(text)
    expect((await run(folder, ['check', ...args])).code).toBe(0)
    text = spec('id: { type: string }, note: { type: string }')
    expect((await run(folder, ['check', ...args])).code).toBe(0)
    expect((await run(folder, ['generate', ...args])).code).toBe(0)
    expect(read('api/src/types.ts')).toContain('note')
    const same = await run(folder, ['generate', ...args])
    expect(same.stderr).toContain('up to date')
    expect(same.stderr).not.toContain('tagwire.specs')

    const before = project.snapshot('.')
    text = 'openapi: 3.1.0\ninfo: 1\n'
    const broken = await run(folder, ['generate', ...args])
    expect(broken.code).toBe(1)
    expect(broken.stderr).toMatch(/error TW\d+/)
    expect(project.snapshot('.')).toEqual(before)
    expect(has('tagwire.config.ts')).toBe(false)
  })

  test.each([
    ['the folder of all copies', 'tagwire.specs', '.'],
    ['the folder of a copy', 'tagwire.specs/shop', '.'],
    ['the copy', 'tagwire.specs/shop/openapi.yaml', 'openapi.yaml'],
    ['a copy to come', 'tagwire.specs/shop/openapi.yaml', 'not-there.yaml'],
  ])('is not written through a link: %s', async (_, link, target) => {
    const { folder, write } = project
    const config = { packages: { shop: { spec: url, out: 'shop', name: '@acme/shop' } } }
    write('tagwire.config.json', JSON.stringify(config))
    write('elsewhere/openapi.yaml', 'mine')
    write('elsewhere/shop/openapi.yaml', 'mine')
    mkdirSync(path.dirname(path.join(folder, link)), { recursive: true })
    symlinkSync(path.join(folder, 'elsewhere', target), path.join(folder, link))
    const before = project.snapshot('elsewhere')
    for (const command of [['update'], ['update', '--json']]) {
      const { code, stdout, stderr } = await run(folder, command)
      expect(code).toBe(1)
      expect(stdout + stderr).toContain(`${link} is a symbolic link`)
    }
    expect(project.snapshot('elsewhere')).toEqual(before)
  })

  test('an invalid address is one error', async () => {
    const { folder, write } = project
    const shop = {
      spec: 'http://localhost.127.0.0.1/openapi.yaml',
      out: 'shop',
      name: '@acme/shop',
    }
    write('tagwire.config.json', JSON.stringify({ packages: { shop } }))
    for (const command of ['update', 'generate', 'check']) {
      const { code, stderr } = await run(folder, [command])
      expect(code).toBe(1)
      expect(stderr).toMatch(/error TW1001 .*is not a valid URL/)
    }
  })

  test('two documents are not copied to one place', async () => {
    const { folder, write, has } = project
    const scoped = { spec: url, out: 'one', name: '@acme/api' }
    const plain = { spec: `${url}?v=2`, out: 'two', name: 'acme-api' }
    const packages = { '@acme/api': scoped, 'acme-api': plain }
    write('tagwire.config.json', JSON.stringify({ packages }))
    for (const command of ['update', 'generate', 'check']) {
      const { code, stderr } = await run(folder, [command])
      expect(code).toBe(1)
      expect(stderr).toContain(
        'error TW7001 the documents of @acme/api and acme-api would both be copied to tagwire.specs/acme-api/openapi.yaml',
      )
    }
    expect(has('tagwire.specs')).toBe(false)
    const same = { ...packages, 'acme-api': { ...plain, spec: url } }
    write('tagwire.config.json', JSON.stringify({ packages: same }))
    expect((await run(folder, ['update'])).code).toBe(0)
  })

  test('one that cannot be fetched does not affect the others', async () => {
    const { folder, read, write, has } = project
    const shop = { spec: url, out: 'shop', name: '@acme/shop' }
    const gone = { spec: 'git:HEAD:openapi.yaml', out: 'gone', name: '@acme/gone' }
    write('tagwire.config.json', JSON.stringify({ packages: { gone, shop } }))
    const { code, stderr } = await run(folder, ['update'])
    expect(code).toBe(1)
    expect(stderr).toContain('error TW1001 cannot read git:HEAD:openapi.yaml')
    expect(stderr).toContain('gone: the copy stays as it was.')
    expect(read('tagwire.specs/shop/openapi.yaml')).toBe(text)
    expect(has('tagwire.specs/gone')).toBe(false)
    const { stdout } = await run(folder, ['update', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      packages: [
        { name: 'gone', diagnostics: [{ code: 'TW1001' }], written: [] },
        { name: 'shop', diagnostics: [], written: [] },
      ],
    })
  })

  test('is not reached from inside a document', async () => {
    const { folder, write } = project
    write('openapi.yaml', text.replace("'#/components/schemas/Order'", `'${url}#/x'`))
    const args = ['generate', '--spec', 'openapi.yaml', '--out', 'api', '--allow-remote']
    const { code, stderr } = await run(folder, args)
    expect(code).toBe(1)
    expect(stderr).toContain('is not https')
  })

  test('may be moved on the same machine', async () => {
    const { folder, has } = project
    expect((await run(folder, ['init', url.replace('openapi.yaml', 'moved.yaml')])).code).toBe(1)
    expect(has('tagwire.config.ts')).toBe(false)
  })

  test('without a copy, the command that makes one is named', async () => {
    const { folder, write } = project
    const config = { packages: { api: { spec: url, out: 'api', name: '@acme/api' } } }
    write('tagwire.config.json', JSON.stringify(config))
    const { code, stderr } = await run(folder, ['generate'])
    expect(code).toBe(1)
    expect(stderr).toContain('tagwire.specs/api/openapi.yaml yet')
    expect(stderr).toContain('Run `tagwire update api`')
    expect((await run(folder, ['update'])).code).toBe(0)
    expect((await run(folder, ['generate'])).code).toBe(0)
  })
})

test('a document of a commit is copied with what it refers to', async () => {
  const config = {
    packages: { api: { spec: 'git:HEAD:api/openapi.yaml', out: 'out', name: '@acme/api' } },
  }
  project = createProject({
    'tagwire.config.json': JSON.stringify(config),
    'api/openapi.yaml': spec("id: { $ref: '../common/id.yaml' }"),
    'common/id.yaml': 'type: string\n',
  })
  const { folder, read, write } = project
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  write('common/id.yaml', 'type: integer\n')
  expect(await run(folder, ['update'])).toMatchObject({ code: 0 })
  expect(read('tagwire.specs/api/common/id.yaml')).toBe('type: string\n')
  expect(await run(folder, ['generate', '--quiet'])).toMatchObject({ code: 0 })
  expect(read('out/src/types.ts')).toContain('export type Id = string')
})

describe('a document that says less than before', () => {
  test('deletes a client only where it is meant', async () => {
    project = createProject({ 'openapi.yaml': spec('id: { type: string }') })
    const { folder, write, has } = project
    const args = ['--spec', 'openapi.yaml', '--out', 'api', '--name', '@acme/api']
    expect((await run(folder, ['generate', ...args])).code).toBe(0)
    const before = project.snapshot('api')
    write('openapi.yaml', spec('id: { type: string }').replace('paths:', 'x-paths:'))
    const stopped = await run(folder, ['generate', ...args])
    expect(stopped.code).toBe(1)
    expect(stopped.stderr).toContain(
      'error TW7007 the document of @acme/api no longer has operations',
    )
    expect(stopped.stderr).toContain('Nothing was written.')
    expect(project.snapshot('api')).toEqual(before)
    expect((await run(folder, ['generate', ...args, '--prune'])).code).toBe(0)
    expect(has('api/src/client.ts')).toBe(false)
  })

  test('a configuration that leaves the client out means it', async () => {
    project = createProject({ 'openapi.yaml': spec('id: { type: string }') })
    const args = ['generate', '--spec', 'openapi.yaml', '--out', 'api', '--name', '@acme/api']
    await run(project.folder, args)
    expect((await run(project.folder, [...args, '--emit', 'validate'])).code).toBe(0)
  })
})
