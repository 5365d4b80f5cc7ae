import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type Project, run } from '../cli.fixture.js'
import { config, gitIn, PATIENCE_MS, repository, SPEC } from './ci-update.fixture.js'

let project: Project
const git = (...args: string[]): string => gitIn(project, ...args)
afterEach(() => project.remove())

describe('ci --update with overlays', { timeout: PATIENCE_MS }, () => {
  const OURS =
    'overlay: 1.0.0\ninfo: { title: Ours, version: 1.0.0 }\nactions:\n  - { target: $.info, update: { title: Our steps } }\n'
  const update = async (files: Readonly<Record<string, string>>, overlay: string | string[]) => {
    project = await repository({ 'tagwire.config.json': config({ overlay }), ...files })
    return run(project.folder, ['ci', '--update'])
  }

  test('a folder of them gets one of its own, which is applied last', async () => {
    const { code } = await update({ 'overlays/a.yaml': OURS, 'overlays/b.yaml': OURS }, 'overlays')
    expect(code).toBe(0)
    expect(project.read('overlays/b.yaml')).toBe(OURS)
    expect(project.read('overlays/zz-seen.yaml')).toContain('swim')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
    expect(project.read('packages/steps/src/unions.ts')).toContain('isStepSwim')
    expect((await run(project.folder, ['check'])).code).toBe(0)
  })

  test('that one is extended the next time', async () => {
    await update({ 'overlays/a.yaml': OURS }, 'overlays')
    project.write('api/recorded/steps.response.03.json', '{ "fly": { "far": true } }')
    git('add', '.')
    git('commit', '-qm', 'more was seen')
    const { code } = await run(project.folder, ['ci', '--update', '--branch', 'again'])
    expect(code).toBe(0)
    expect(project.read('overlays/zz-seen.yaml')).toMatch(/swim[\s\S]*fly/)
    expect(git('ls-files', 'overlays').split('\n')).toEqual([
      'overlays/a.yaml',
      'overlays/zz-seen.yaml',
    ])
  })

  test('a folder without any gets its first one', async () => {
    const { code } = await update({ 'overlays/README.md': 'Ours.\n' }, 'overlays')
    expect(code).toBe(0)
    expect(project.read('overlays/zz-seen.yaml')).toContain('swim')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
  })

  test('a folder whose last one has a later name has that one extended', async () => {
    const { code } = await update({ 'overlays/zzz.yaml': OURS }, 'overlays')
    expect(code).toBe(0)
    expect(project.read('overlays/zzz.yaml')).toContain('swim')
    expect(project.has('overlays/zz-seen.yaml')).toBe(false)
  })

  test('one that is for another file is not extended with what is not its own', async () => {
    const other = OURS.replace('actions:', 'extends: api/types.yaml\nactions:')
    const { code, stdout } = await update(
      {
        'ours.yaml': OURS,
        'types.yaml': other.replace('$.info', '$.Note'),
        'api/types.yaml': 'Note: { type: string }\n',
        'api/openapi.yaml': SPEC.replace(
          '{ walk: { type: string } }',
          "{ walk: { $ref: 'types.yaml#/Note' } }",
        ),
      },
      ['ours.yaml', 'types.yaml'],
    )
    expect(stdout).toContain('1 change written')
    expect(code).toBe(0)
    expect(project.read('types.yaml')).not.toContain('swim')
    expect(project.read('ours.yaml')).toContain('swim')
  })

  const TYPES = `Step:
  oneOf:
    - { type: object, required: [walk], properties: { walk: { type: string } } }
    - { type: object, required: [ride], properties: { ride: { type: string } } }
`
  const SPLIT = {
    'api/openapi.yaml': SPEC.replace('#/components/schemas/Step', 'types.yaml#/Step').replace(
      /components:[\s\S]*/,
      '',
    ),
    'api/types.yaml': TYPES,
  }

  test('a file that the document refers to has one of its own in a folder', async () => {
    const { code } = await update({ ...SPLIT, 'overlays/a.yaml': OURS }, 'overlays')
    expect(code).toBe(0)
    expect(project.read('api/types.yaml')).toBe(TYPES)
    expect(project.read('overlays/zz-seen.types.yaml')).toMatch(
      /extends: .*api\/types.yaml[\s\S]*swim/,
    )
    expect(project.read('packages/steps/src/unions.ts')).toContain('isStepSwim')
  })

  test('and is left to you where no overlay is for it, with the reason', async () => {
    const { stdout } = await update({ ...SPLIT, 'ours.yaml': OURS }, 'ours.yaml')
    expect(stdout).toContain(
      '1 change left to you: no overlay of the package is for api/types.yaml',
    )
    expect(project.read('api/types.yaml')).toBe(TYPES)
  })
})

describe('ci --update with a live server', { timeout: PATIENCE_MS }, () => {
  test('calls each operation once, however many changes it takes', async () => {
    project = await repository()
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'application/json')
      response.end('{ "swim": { "lengths": 4 } }')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    try {
      const url = `http://127.0.0.1:${address.port}`
      const { code, stdout } = await run(project.folder, ['ci', '--update', '--url', url])
      expect(stdout).toMatch(/changes? written/)
      expect(code).toBe(0)
      expect(asked).toEqual(['/steps'])
    } finally {
      server.close()
    }
  })
})
