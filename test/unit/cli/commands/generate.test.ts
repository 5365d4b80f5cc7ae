import { chmodSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  BROKEN,
  createProject,
  createWorkspace,
  document,
  type Project,
  run,
} from '../cli.fixture.js'

let project: Project
beforeEach(() => {
  project = createWorkspace()
})
afterEach(() => project.remove())

describe('generate', () => {
  test('writes every package, and a second run touches no file', async () => {
    const first = await run(project.folder, ['generate'])
    expect({ code: first.code, stdout: first.stdout }).toEqual({ code: 0, stdout: '' })
    expect(first.stderr).toMatch(/^one → packages\/one: \d+ written, 0 unchanged \(\d+ ms\)\n/)
    const before = project.snapshot('packages')
    expect(Object.keys(before)).toContain('packages/two/src/types.ts')

    const second = await run(project.folder, ['generate'])
    expect(second.stderr).toMatch(/^one → packages\/one: up to date, \d+ unchanged \(\d+ ms\)\n/)
    expect(project.snapshot('packages')).toEqual(before)
  })

  test('writes the same bytes wherever and whenever it runs, with LF only', async () => {
    const other = createWorkspace()
    try {
      await run(project.folder, ['generate', '--quiet'])
      await run(other.folder, ['generate', '--quiet'], { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' })
      const texts = (of: Project) =>
        Object.entries(of.snapshot('packages')).map(([file, { text }]) => [file, text])
      expect(texts(other)).toEqual(texts(project))
      for (const [, text] of texts(project)) expect(text).not.toContain('\r')
    } finally {
      await other.remove()
    }
  })

  test('writes only what is named', async () => {
    const { code } = await run(project.folder, ['generate', 'two'])
    expect(code).toBe(0)
    expect([project.has('packages/one'), project.has('packages/two')]).toEqual([false, true])
  })

  test('works without configuration', async () => {
    const lone = createProject({ 'api.yaml': document() })
    try {
      const args = ['generate', '--spec', 'api.yaml', '--out', 'out/My Api']
      const { code } = await run(lone.folder, args)
      expect(code).toBe(0)
      expect(JSON.parse(lone.read('out/My Api/package.json'))).toMatchObject({ name: 'my-api' })
    } finally {
      await lone.remove()
    }
  })

  test('a document with errors leaves everything as it was, the other packages too', async () => {
    await run(project.folder, ['generate', '--quiet'])
    const before = project.snapshot('packages')
    project.write('one.yaml', document('Renamed'))
    project.write('two.yaml', BROKEN)
    const { code, stdout, stderr } = await run(project.folder, ['generate'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('two.yaml:9:53 error TW2001 there is no type "strnig"')
    expect(stderr).toContain('Nothing was written.')
    expect(project.snapshot('packages')).toEqual(before)
  })

  test('removes generated modules that are made no more, and nothing else', async () => {
    await run(project.folder, ['generate', '--quiet'])
    const text = project.read('packages/one/src/types.ts')
    project.write('packages/one/src/old/unions.ts', text)
    project.write('packages/one/src/mine.ts', '// By hand.\n')
    project.write('packages/one/CHANGELOG.md', '# By hand\n')
    const { code, stderr } = await run(project.folder, ['generate', 'one'])
    expect(code).toBe(0)
    expect(stderr).toContain('0 written, 1 removed')
    expect(project.has('packages/one/src/old/unions.ts')).toBe(false)
    expect(project.has('packages/one/src/mine.ts')).toBe(true)
    expect(project.has('packages/one/CHANGELOG.md')).toBe(true)
  })

  test('keeps the version that the maintainers raised', async () => {
    await run(project.folder, ['generate', '--quiet'])
    const manifest: object = JSON.parse(project.read('packages/one/package.json'))
    const text = `${JSON.stringify({ ...manifest, version: '3.1.4' }, undefined, 2)}\n`
    project.write('packages/one/package.json', text)
    expect((await run(project.folder, ['check', 'one'])).code).toBe(0)
  })

  test('an output folder that is a file is one clear error', async () => {
    project.write('packages/one', 'a file')
    const { code, stderr } = await run(project.folder, ['generate', 'one'])
    expect(code).toBe(1)
    expect(stderr.match(/error TW/g)).toHaveLength(1)
    expect(stderr).toMatch(/error TW7002 .*packages\/one/)
    expect(project.read('packages/one')).toBe('a file')
  })

  test('an output folder that cannot be written is one clear error', async () => {
    if (process.getuid?.() === 0) {
      console.warn('NOT TESTED: root may write everywhere, so no folder can refuse it')
      return
    }
    project.write('packages/one/keep.txt', 'kept')
    chmodSync(`${project.folder}/packages/one`, 0o555)
    const { code, stderr } = await run(project.folder, ['generate', 'one'])
    chmodSync(`${project.folder}/packages/one`, 0o755)
    expect(code).toBe(1)
    expect(stderr.match(/error TW7002/g)).toHaveLength(1)
    expect(Object.keys(project.snapshot('packages'))).toEqual(['packages/one/keep.txt'])
  })
})

describe('what is printed', () => {
  test('--json is one document on stdout, also for errors', async () => {
    const good = await run(project.folder, ['generate', '--json'])
    expect({ code: good.code, stderr: good.stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(good.stdout)).toMatchObject({
      packages: [
        { name: 'one', diagnostics: [], removed: [], unchanged: 0 },
        { name: 'two', diagnostics: [] },
      ],
    })

    project.write('one.yaml', BROKEN)
    const bad = await run(project.folder, ['generate', '--json'])
    expect({ code: bad.code, stderr: bad.stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(bad.stdout)).toMatchObject({
      packages: [
        {
          name: 'one',
          diagnostics: [
            { code: 'TW2001', severity: 'error', file: 'one.yaml', line: 9, column: 53 },
          ],
          written: [],
        },
        { name: 'two', written: [] },
      ],
    })

    const missing = await run(project.folder, ['generate', '--json', '--config', 'no.json'])
    expect({ code: missing.code, stderr: missing.stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(missing.stdout)).toMatchObject({ diagnostics: [{ code: 'TW7001' }] })
  })

  test('--quiet only prints errors', async () => {
    project.write('one.yaml', document().replace('type: string', 'type: string, required: true'))
    const warned = await run(project.folder, ['generate', 'one', '--quiet'])
    expect(warned).toEqual({ code: 0, stdout: '', stderr: '' })
    const strict = await run(project.folder, ['generate', 'one', '--quiet', '--strict'])
    expect(strict.code).toBe(1)
    expect(strict.stderr).toContain('error TW2002')
  })

  test('colours are not written to a pipe unless forced', async () => {
    project.write('one.yaml', BROKEN)
    const plain = await run(project.folder, ['generate', 'one'])
    expect(plain.stderr).not.toContain('\u001b')
    const forced = await run(project.folder, ['generate', 'one'], { FORCE_COLOR: '1' })
    expect(forced.stderr).toContain('\u001b[31merror\u001b[0m')
    const refused = await run(project.folder, ['generate', 'one'], {
      FORCE_COLOR: '1',
      NO_COLOR: '1',
    })
    expect(refused.stderr).toBe(plain.stderr)
  })
})
