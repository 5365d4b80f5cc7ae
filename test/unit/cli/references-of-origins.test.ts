import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from './cli.fixture.js'

// What comes from a server or a commit knows nothing of the files of this machine.

/** A description, which a file outside of the document's folder is read as elsewhere. */
const SECRET = `openapi: 3.1.0
info: { title: Secret, version: '1' }
components: { schemas: { Secret: { type: object, properties: { hunter2: { type: string } } } } }
`

const spec = (ref: string): string => `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200': { description: All, content: { application/json: { schema: { $ref: '${ref}' } } } }
components: { schemas: { Order: { type: object, properties: { id: { type: string } } } } }
`

let project: Project
beforeEach(() => {
  project = createProject({ 'secret/secret.yaml': SECRET, 'work/package.json': '{}' })
})
afterEach(() => project.remove())

const waysOut: readonly [string, (folder: string) => string][] = [
  ['an absolute path', (folder) => `${folder}/secret/secret.yaml`],
  ['the root of the system', (folder) => `${'../'.repeat(12)}..${folder}/secret/secret.yaml`],
  ['an encoded path', (folder) => `%2E%2E/${'%2e%2e/'.repeat(12)}..${folder}/secret/secret.yaml`],
]

const git = (cwd: string, ...args: string[]): unknown =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd })

function commitAll(cwd: string): void {
  git(cwd, 'init', '-q')
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'first')
}

describe('a document of a server', () => {
  let server: Server
  let text: string
  let url: string
  let pages: Readonly<Record<string, string>>
  let asked: string[]
  beforeEach(async () => {
    pages = {}
    asked = []
    server = createServer(({ url = '' }, response) => {
      asked.push(url)
      if (url === '/away.yaml') response.writeHead(302, { location: 'https://example.org/' })
      else if (!url.endsWith('/openapi.yaml') && !pages[url]) response.writeHead(404)
      response.end(pages[url] ?? text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test.each(waysOut)('does not read a local file by %s', async (_, way) => {
    const { folder } = project
    text = spec(`${way(folder)}#/components/schemas/Secret`)
    const cwd = path.join(folder, 'work')
    const before = project.snapshot('.')
    for (const command of [
      ['inspect', url],
      ['diff', url, url],
      ['generate', '--spec', url, '--out', 'api', '--name', 'api'],
      ['init', url],
    ]) {
      const { code, stdout, stderr } = await run(cwd, command)
      expect([command[0], code]).toEqual([command[0], 1])
      expect(stdout + stderr).toContain('TW1004')
      // Such a path is one of the server.
      expect(stdout + stderr).toMatch(/only the files of that commit|responded with status 404/)
      expect(stdout + stderr).not.toContain('hunter2')
    }
    expect(project.snapshot('.')).toEqual(before)
  })

  describe('reads the other files of its server', () => {
    const order = `Order: { type: object, properties: { lines: { $ref: 'more/line.yaml#/Line' } } }\n`
    const line = `Line: { type: object, properties: { above: { $ref: '/top.yaml#/Top' } } }\n`
    const top = `Top: { type: object, properties: { sku: { type: string } } }\n`

    test.each([
      ['/schemas.yaml', ['/schemas.yaml', '/more/line.yaml']],
      ['schemas.yaml', ['/api/schemas.yaml', '/api/more/line.yaml']],
      ['./deep/schemas.yaml', ['/api/deep/schemas.yaml', '/api/deep/more/line.yaml']],
      ['../schemas.yaml', ['/schemas.yaml', '/more/line.yaml']],
      ['../common/v1/schemas.yaml', ['/common/v1/schemas.yaml', '/common/v1/more/line.yaml']],
      ['%2E%2E/schemas.yaml', ['/schemas.yaml', '/more/line.yaml']],
      ['ORIGIN/api/schemas.yaml', ['/api/schemas.yaml', '/api/more/line.yaml']],
      ['ORIGIN/other/schemas.yaml', ['/other/schemas.yaml', '/other/more/line.yaml']],
      ['//HOST/schemas.yaml', ['/schemas.yaml', '/more/line.yaml']],
    ])('by %s', async (ref, [first = '', second = '']) => {
      url = url.replace('/openapi.yaml', '/api/openapi.yaml')
      pages = { [first]: order, [second]: line, '/top.yaml': top }
      const { origin, host } = new URL(url)
      text = spec(`${ref.replace('ORIGIN', origin).replace('HOST', host)}#/Order`)
      const cwd = path.join(project.folder, 'work')
      expect(await run(cwd, ['inspect', url])).toMatchObject({ code: 0 })
      expect(await run(cwd, ['diff', url, url])).toMatchObject({ code: 0 })
      asked = []
      const args = ['generate', '--spec', url, '--out', 'api', '--name', 'api']
      expect(await run(cwd, args)).toMatchObject({ code: 0 })
      expect(project.read('work/api/src/types.ts')).toContain('sku?: string')
      expect(asked).toEqual(['/api/openapi.yaml', first, second, '/top.yaml'])
      // From the copy, without the server.
      await new Promise((resolve) => server.close(resolve))
      const shop = { spec: url, out: 'api', name: 'api' }
      project.write('work/tagwire.config.json', JSON.stringify({ packages: { api: shop } }))
      expect(await run(cwd, ['check'])).toMatchObject({ code: 0 })
      // Where the copies are is what differs; what reads them is the same for all.
      if (!['/schemas.yaml', '../common/v1/schemas.yaml', '//HOST/schemas.yaml'].includes(ref))
        return
      const copy = 'tagwire.specs/api/openapi.yaml'
      expect(await run(cwd, ['inspect', copy])).toMatchObject({ code: 0 })
      commitAll(cwd)
      const change = ['diff', `git:HEAD:${copy}`, copy]
      expect(await run(cwd, change)).toMatchObject({ code: 0 })
      expect(await run(cwd, ['diff', 'git:HEAD:package:api', 'package:api'])).toMatchObject({
        code: 0,
      })
      expect(await run(cwd, ['ci', '--base', 'HEAD'])).toMatchObject({ code: 0 })
    })

    test('which may refer to the document itself, by whatever way', async () => {
      url = url.replace('/openapi.yaml', '/api/openapi.yaml')
      const { origin } = new URL(url)
      const refs = ['../api/openapi.yaml', `${origin}/api/openapi.yaml`, '/api/openapi.yaml']
      const fields = refs.map((ref, n) => `f${n}: { $ref: '${ref}#/components/schemas/Order' }`)
      pages = { '/up.yaml': `Lines: { type: object, properties: { ${fields.join(', ')} } }\n` }
      pages = { ...pages, '/api/openapi.yaml?key=hunter2': spec('../up.yaml#/Lines') }
      const cwd = path.join(project.folder, 'work')
      const args = ['generate', '--spec', `${url}?key=hunter2`, '--out', 'api', '--name', 'api']
      expect(await run(cwd, args)).toMatchObject({ code: 0 })
      expect(asked).toEqual(['/api/openapi.yaml?key=hunter2', '/up.yaml'])
      const types = project.read('work/api/src/types.ts')
      expect(types.match(/f\d\?: Order\b/g)).toHaveLength(3)
      const address = 'work/tagwire.specs/api/_server/address.json'
      expect(project.read(address)).toBe(`{\n  "url": "${url}"\n}\n`)
    })

    test('but never another one silently, nor files of this machine', async () => {
      url = url.replace('/openapi.yaml', '/api/openapi.yaml')
      const other = url.replace('127.0.0.1', 'localhost').replace('/api/openapi.yaml', '/o.yaml')
      const cwd = path.join(project.folder, 'work')
      for (const ref of [other, other.replace('http:', '')]) {
        pages = { '/up.yaml': `Order: { $ref: '${ref}#/Order' }\n`, '/o.yaml': order }
        text = spec('../up.yaml#/Order')
        const { code, stderr } = await run(cwd, ['inspect', url])
        const why = /is on another machine|only files of its server/
        expect([code, stderr]).toEqual([1, expect.stringMatching(why)])
      }
      for (const ref of ['file:///etc/hostname', `file://${project.folder}/secret/secret.yaml`]) {
        pages = { '/up.yaml': `Order: { $ref: '${ref}#/components/schemas/Secret' }\n` }
        const { code, stdout, stderr } = await run(cwd, ['inspect', url])
        expect([code, stderr]).toEqual([1, expect.stringContaining('is not fetched')])
        expect(stdout + stderr).not.toContain('hunter2')
      }
      expect(asked).not.toContain('/o.yaml')
    })

    test.each([
      ['/gone.yaml', 'responded with status 404'],
      ['/away.yaml', 'redirects to https://example.org, which is another server'],
      ['../gone.yaml', 'responded with status 404'],
      ['../away.yaml', 'redirects to https://example.org, which is another server'],
      ['..%5C..%5Cschemas.yaml', 'only files of its server'],
    ])('but not %s', async (ref, why) => {
      url = url.replace('/openapi.yaml', '/api/openapi.yaml')
      text = spec(`${ref}#/Order`)
      const { code, stderr } = await run(path.join(project.folder, 'work'), ['inspect', url])
      expect(code).toBe(1)
      expect(stderr).toContain(`cannot resolve $ref ${ref}#/Order`)
      expect(stderr).toContain(why)
      expect(stderr).toContain('pass `--allow-remote`')
    })

    test('nor one that no file can be called', async () => {
      text = spec('a%00b.yaml#/Order')
      const { code, stderr } = await run(path.join(project.folder, 'work'), ['inspect', url])
      expect(code).toBe(1)
      expect(stderr).toContain('there is no readable file')
      expect(asked).toEqual(['/openapi.yaml'])
    })

    test('and keeps those apart that have the same name', async () => {
      url = url.replace('/openapi.yaml', '/api/openapi.yaml')
      pages = { '/openapi.yaml': `Order: { type: object, properties: { sku: { type: string } } }` }
      text = spec('/openapi.yaml#/Order')
      const cwd = path.join(project.folder, 'work')
      const args = ['generate', '--spec', url, '--out', 'api', '--name', 'api']
      expect(await run(cwd, args)).toMatchObject({ code: 0 })
      expect(project.read('work/api/src/types.ts')).toContain('sku?: string')
      const copies = ['openapi.yaml', '_server/openapi.yaml', '_server/address.json']
      for (const each of copies) expect(project.has(`work/tagwire.specs/api/${each}`)).toBe(true)
    })
  })

  test('nor once it is a copy', async () => {
    const { folder, write } = project
    const shop = { spec: url, out: 'shop', name: '@acme/shop' }
    write('work/tagwire.config.json', JSON.stringify({ packages: { shop } }))
    write('work/own.yaml', SECRET)
    write('work/tagwire.specs/shop/openapi.yaml', spec('../../own.yaml#/components/schemas/Secret'))
    const { code, stderr } = await run(path.join(folder, 'work'), ['generate'])
    expect(code).toBe(1)
    expect(stderr).toContain('only the files of that commit')
  })

  test('leaves no copy where its package is refused', async () => {
    const { folder, write } = project
    text = spec('#/components/schemas/Order')
    const cwd = path.join(folder, 'work')
    write('work/api/package.json', '{ not json')
    const args = ['generate', '--spec', url, '--out', 'api', '--name', 'api']
    expect((await run(cwd, args)).code).toBe(1)
    expect(project.has('work/tagwire.specs')).toBe(false)

    rmSync(path.join(cwd, 'api'), { recursive: true })
    expect((await run(cwd, args)).code).toBe(0)
    const copy = 'work/tagwire.specs/api/openapi.yaml'
    expect(project.read(copy)).toBe(text)
    write('work/api/package.json', '{ not json')
    text = text.replace('id: {', 'number: {')
    expect((await run(cwd, args)).code).toBe(1)
    expect(project.read(copy)).toContain('id: {')
  })
})

describe('a document of a commit', () => {
  test.each(waysOut)('does not read a local file by %s', async (_, way) => {
    const { folder } = project
    const cwd = path.join(folder, 'work')
    mkdirSync(path.join(cwd, 'api'))
    writeFileSync(
      path.join(cwd, 'api/openapi.yaml'),
      spec(`${way(folder)}#/components/schemas/Secret`),
    )
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    const named = 'git:HEAD:api/openapi.yaml'
    for (const command of [
      ['inspect', named],
      ['generate', '--spec', named, '--out', 'out', '--name', 'api'],
    ]) {
      const { code, stdout, stderr } = await run(cwd, command)
      expect([command[0], code]).toEqual([command[0], 1])
      expect(stdout + stderr).toContain('only the files of that commit')
      expect(stdout + stderr).not.toContain('hunter2')
    }
  })

  test('runs no program of the repository', async () => {
    const { folder, write } = project
    const cwd = path.join(folder, 'work')
    write('work/openapi.yaml', spec('#/components/schemas/Order'))
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    const trace = path.join(folder, 'ran')
    const program = `#!/bin/sh\necho "$0" >> '${trace}'\n`
    for (const hook of ['post-index-change', 'post-checkout', 'fsmonitor-watchman']) {
      write(`work/.git/hooks/${hook}`, program)
      chmodSync(path.join(cwd, '.git/hooks', hook), 0o755)
    }
    git(cwd, 'config', 'core.fsmonitor', path.join(cwd, '.git/hooks/fsmonitor-watchman'))
    // Filters of a checkout, by file and as a program that stays.
    write('filter.sh', `${program}cat\n`)
    chmodSync(path.join(folder, 'filter.sh'), 0o755)
    write('work/.git/info/attributes', '*.yaml filter=own\n*.json filter=other\n')
    git(cwd, 'config', 'filter.own.smudge', path.join(folder, 'filter.sh'))
    git(cwd, 'config', 'filter.other.process', path.join(folder, 'filter.sh'))
    git(cwd, 'config', 'filter.own.required', 'true')
    expect((await run(cwd, ['inspect', 'git:HEAD:openapi.yaml'])).code).toBe(0)
    expect(project.has('ran')).toBe(false)
  })

  test('says so if it is in Git LFS', async () => {
    const { folder, write } = project
    const cwd = path.join(folder, 'work')
    write(
      'work/openapi.yaml',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`,
    )
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    const { code, stderr } = await run(cwd, ['inspect', 'git:HEAD:openapi.yaml'])
    expect(code).toBe(1)
    expect(stderr).toContain('is in Git LFS')
  })

  test('is read as it was committed, whatever it is called', async () => {
    const { folder, write } = project
    const cwd = path.join(folder, 'work')
    write('work/an api/ü "1".yaml', spec('other file.json#/components/schemas/Order'))
    write('work/an api/other file.json', '{"components":{"schemas":{"Order":{"type":"string"}}}}')
    symlinkSync('an api', path.join(cwd, 'link'))
    git(cwd, 'init', '-q')
    git(cwd, 'add', 'an api', 'link')
    git(cwd, 'commit', '-qm', 'first')
    write('work/.git/info/attributes', '*.yaml text eol=crlf working-tree-encoding=UTF-16\n')
    const { code, stdout, stderr } = await run(cwd, ['inspect', 'git:HEAD:an api/ü "1".yaml'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('listOrders')
  })

  test('reads the other files of the commit', async () => {
    const { folder, write } = project
    const cwd = path.join(folder, 'work')
    write('work/api/openapi.yaml', spec('../common/secret.yaml#/components/schemas/Secret'))
    write('work/common/secret.yaml', SECRET)
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    const { code, stdout } = await run(cwd, ['inspect', 'git:HEAD:api/openapi.yaml'])
    expect(code).toBe(0)
    expect(stdout).toContain('Secret')
  })
})
