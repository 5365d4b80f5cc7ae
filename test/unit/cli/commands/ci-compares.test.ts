import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from '../cli.fixture.js'
import { initRepository } from '../repository.fixture.js'
import { gitIn, PATIENCE_MS } from './ci-update.fixture.js'

const operation = (name: string): string => `  /${name}:
    get:
      operationId: ${name}
      responses:
        '200':
          description: Here they are.
          content: { application/json: { schema: { $ref: '#/components/schemas/Step' } } }
`
const spec = (...operations: string[]): string => `openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
${operations.map(operation).join('')}components:
  schemas:
    Step:
      type: object
      required: [id]
      properties:
        id: { type: string }
`
const overlay = (type: string): string => `overlay: 1.0.0
info: { title: What we know better, version: 1.0.0 }
actions:
  - target: $.components.schemas.Step.properties
    update: { extra: { type: ${type} } }
`
const STEPS = { spec: 'api/openapi.yaml', out: 'out', name: '@acme/steps' }
const config = (packages: object): string => JSON.stringify({ packages })

let project: Project
const git = (...args: string[]): string => gitIn(project, ...args)
const commit = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) project.write(name, text)
  git('add', '.')
  git('commit', '-qm', 'as it was')
}
beforeEach(() => {
  project = createProject({})
  initRepository(project)
})
afterEach(() => project.remove())

/** What `tagwire ci` reports for the documents. */
async function compared(...args: string[]): Promise<readonly { name: string; text: string }[]> {
  const { stdout } = await run(project.folder, ['ci', '--base', 'main', '--json', ...args])
  const { reports } = JSON.parse(stdout) as {
    reports: { name: string; summary: string; entries: { message: string; file?: string }[] }[]
  }
  return reports
    .filter(({ name }) => name.startsWith('tagwire diff'))
    .map(({ name, summary, entries }) => ({
      name: name.replace('tagwire diff ', ''),
      text: [summary, ...entries.map((each) => `${each.file} ${each.message}`)].join('\n'),
    }))
}

describe('ci compares what is generated', { timeout: PATIENCE_MS }, () => {
  test('with a document of the base that cannot be read, which is a warning', async () => {
    commit({
      'api/openapi.yaml': `${spec('steps')}\tbroken: true\n`,
      'tagwire.config.json': config({ steps: STEPS }),
    })
    project.write('api/openapi.yaml', spec('steps'))
    const [only] = await compared()
    expect(only?.text).toContain('the old document has an error, and cannot be read')
  })

  test('with the overlays of both sides', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'api/overlay.yaml': overlay('string'),
      'tagwire.config.json': config({ steps: { ...STEPS, overlay: 'api/overlay.yaml' } }),
    })
    project.write('api/overlay.yaml', overlay('integer'))
    const [only] = await compared()
    expect(only?.text).toContain('Step.extra: is integer now, was string')
    expect(only?.text).toContain('1 breaking')
  })

  test('and nothing that no package has', async () => {
    commit({
      'api/openapi.yaml': spec('steps', 'secret'),
      'tagwire.config.json': config({ steps: { ...STEPS, include: { operations: ['steps'] } } }),
    })
    project.write('api/openapi.yaml', spec('steps', 'hidden'))
    expect(await compared()).toEqual([
      { name: 'api/openapi.yaml', text: 'Nothing changed for callers.' },
    ])
  })

  test('with the configuration as the base has it', async () => {
    const include = (...operations: string[]) => ({
      'tagwire.config.json': config({ steps: { ...STEPS, include: { operations } } }),
    })
    commit({ 'api/openapi.yaml': spec('steps', 'more'), ...include('steps', 'more') })
    project.write('tagwire.config.json', include('steps')['tagwire.config.json'])
    const [only] = await compared()
    expect(only?.text).toContain('git:main:api/openapi.yaml more: method removed')
  })

  test('with a configuration that is a program of several files', async () => {
    const program = (name: string): string =>
      `import { defineConfig } from 'tagwire'\nimport { names } from './names.js'\n\nexport default defineConfig({ packages: { steps: { spec: 'api/openapi.yaml', out: 'out', name: '${name}', include: { operations: names } } } })\n`
    const names = (list: string): string => `export const names: string[] = [${list}]\n`
    commit({
      'api/openapi.yaml': spec('steps', 'more'),
      'names.ts': names("'steps', 'more'"),
      'tagwire.config.ts': program('@acme/steps'),
    })
    project.write('names.ts', names("'steps'"))
    expect((await compared())[0]?.text).toContain('more: method removed')
  })

  test('with its own configuration where that of the base does not load', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'tagwire.config.json': '{ "packages": { "steps": { "spec": 3 } } }',
    })
    project.write('tagwire.config.json', config({ steps: STEPS }))
    project.write('api/openapi.yaml', spec('steps', 'more'))
    const [only] = await compared()
    expect(only?.text).toContain('more: method added')
    expect(only?.text).toContain('The configuration of main does not load')
  })

  test('a package that is new, and one that has another document now', async () => {
    commit({
      'api/old.yaml': spec('steps'),
      'tagwire.config.json': config({ steps: { ...STEPS, spec: 'api/old.yaml' } }),
    })
    project.write('api/new.yaml', spec('more'))
    project.write(
      'tagwire.config.json',
      config({
        steps: { ...STEPS, spec: 'api/new.yaml' },
        other: { spec: 'api/new.yaml', out: 'other' },
      }),
    )
    const [steps, other] = await compared()
    expect(steps).toMatchObject({ name: 'api/new.yaml of steps' })
    expect(steps?.text).toContain('git:main:api/old.yaml steps: method removed')
    expect(other).toEqual({ name: 'api/new.yaml of other', text: 'This package is new.' })
  })

  test('a removed package is reported', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'tagwire.config.json': config({
        steps: STEPS,
        more: { ...STEPS, out: 'more', name: '@acme/more' },
      }),
    })
    project.write('tagwire.config.json', config({ steps: STEPS }))
    expect(await compared()).toContainEqual({
      name: 'api/openapi.yaml of more',
      text: 'The package @acme/more is no longer generated, so its callers get no new version.\nundefined @acme/more: package removed',
    })
    expect((await run(project.folder, ['ci', '--base', 'main', '--json'])).code).toBe(1)
    expect(await compared('steps')).toHaveLength(1)
    const entry = (reason: string): string =>
      `- { change: package-removed, subject: '@acme/more', reason: ${reason} }`
    project.write('accepted.yaml', entry('Nobody uses it'))
    const reports = await compared('--accepted', 'accepted.yaml')
    expect(reports.at(-1)?.text).toContain('package removed (accepted: Nobody uses it)')
    expect(reports).toHaveLength(2)
  })

  const failing = async (): Promise<string[]> => {
    const { stdout } = await run(project.folder, ['ci', '--base', 'main', '--json'])
    const { reports } = JSON.parse(stdout) as {
      reports: { name: string; summary: string; entries: { level: string; message: string }[] }[]
    }
    return reports
      .filter(({ name }) => name.startsWith('tagwire diff'))
      .flatMap(({ entries }) => entries.filter((each) => each.level === 'error'))
      .map((each) => each.message)
  }

  describe('a package with another key is the same for its callers', () => {
    const before = { 'api/openapi.yaml': spec('steps', 'more') }
    const removed = 'more: method removed (GET /more)'
    test.each<[string, object, object]>([
      ['with the name in the configuration', STEPS, { ...STEPS, out: 'elsewhere' }],
      [
        'with the name in package.json',
        { spec: STEPS.spec, out: 'out' },
        { spec: STEPS.spec, out: 'elsewhere' },
      ],
    ])('%s', async (_, old, now) => {
      const manifest = JSON.stringify({ name: '@acme/steps', version: '1.0.0' })
      commit({
        ...before,
        'out/package.json': manifest,
        'tagwire.config.json': config({ steps: old }),
      })
      project.write('elsewhere/package.json', manifest)
      project.write('api/openapi.yaml', spec('steps'))
      project.write('tagwire.config.json', config({ walks: now }))
      expect(await failing()).toEqual([removed])
    })

    test('with another file of the configuration', async () => {
      commit({ ...before, 'tagwire.config.json': config({ steps: STEPS }) })
      git('rm', '-q', 'tagwire.config.json')
      const packages = JSON.stringify({ walks: { ...STEPS, spec: 'api/new.yaml', out: 'x' } })
      project.write('tagwire.config.mjs', `export default { packages: ${packages} }`)
      project.write('api/new.yaml', spec('steps'))
      expect(await failing()).toEqual([removed])
    })
  })

  test('a package with another npm name is gone for its callers', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'tagwire.config.json': config({ steps: STEPS }),
    })
    project.write('tagwire.config.json', config({ steps: { ...STEPS, name: '@acme/walks' } }))
    expect(await failing()).toEqual(['@acme/steps: package removed'])
    const texts = (await compared()).map((each) => each.text).join('\n')
    expect(texts).toContain('@acme/walks takes its place.')
  })

  test('packages that read one document alike are compared once', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'tagwire.config.json': config({
        steps: STEPS,
        more: { ...STEPS, out: 'more', name: '@acme/more' },
      }),
    })
    expect(await compared()).toHaveLength(1)
  })

  test('dates of a client that returns them as Date are breaking', async () => {
    const timed = (format: string): string =>
      spec('steps').replace('id: { type: string }', `id: { type: string${format} }`)
    commit({
      'api/openapi.yaml': timed(''),
      'tagwire.config.json': config({
        steps: { ...STEPS, dates: 'date' },
        plain: { ...STEPS, out: 'plain', name: '@acme/plain' },
      }),
    })
    project.write('api/openapi.yaml', timed(', format: date-time'))
    const [steps, plain] = await compared()
    expect(steps?.text).toContain('1 breaking')
    expect(plain?.text).toContain('1 additive')
  })

  test('files are named from where the command runs', async () => {
    commit({
      'sub/api/openapi.yaml': spec('steps'),
      'sub/tagwire.config.json': config({ steps: STEPS }),
    })
    project.write('sub/api/openapi.yaml', spec('steps', 'more'))
    const [only] = await compared('--config', 'sub/tagwire.config.json')
    expect(only?.text).toContain('sub/api/openapi.yaml more: method added')
  })
})

describe('the base', { timeout: PATIENCE_MS }, () => {
  const CONFIG = { 'tagwire.config.json': config({ steps: STEPS }) }

  test('is where the branches parted, with three dots and where CI names a branch', async () => {
    commit({ 'api/openapi.yaml': spec('steps'), ...CONFIG })
    git('switch', '-qc', 'mine')
    commit({ 'api/note.md': 'mine' })
    git('switch', '-q', 'main')
    commit({ 'api/openapi.yaml': spec('steps', 'theirs') })
    git('update-ref', 'refs/remotes/origin/main', 'main')
    git('switch', '-q', 'mine')
    const says = async (args: string[], env: Record<string, string> = {}): Promise<string> =>
      (await run(project.folder, ['ci', ...args], env)).stdout
    expect(await says(['--base', 'main'])).toContain('theirs: method removed')
    expect(await says(['--base', 'main...'])).toContain('Nothing changed for callers')
    expect(await says([], { GITHUB_BASE_REF: 'main' })).toContain('Nothing changed for callers')
  })

  test('without a common ancestor is compared directly', async () => {
    commit({ 'api/openapi.yaml': spec('steps'), ...CONFIG })
    git('switch', '-q', '--orphan', 'other')
    commit({ 'api/openapi.yaml': spec('steps', 'more'), ...CONFIG })
    const { stdout } = await run(project.folder, ['ci', '--base', 'main...'])
    expect(stdout).toContain('more: method added')
  })
})

describe('diff', { timeout: PATIENCE_MS }, () => {
  test('reads a package as a commit has it', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'api/overlay.yaml': overlay('string'),
      'tagwire.config.json': config({ steps: { ...STEPS, overlay: 'api/overlay.yaml' } }),
    })
    project.write('api/overlay.yaml', overlay('integer'))
    const sides = ['git:main:package:steps', 'package:steps'] as const
    const { stdout } = await run(project.folder, ['diff', ...sides])
    expect(stdout).toContain('Step.extra: is integer now, was string')
    project.write('other.json', config({ renamed: { ...STEPS, overlay: 'api/overlay.yaml' } }))
    git('add', '.')
    git('commit', '-qm', 'another configuration')
    const other = ['diff', 'git:main:package:renamed', 'package:renamed', '--config', 'other.json']
    expect((await run(project.folder, other)).stdout).toContain('Nothing changed for callers.')
    const { stderr } = await run(project.folder, ['diff', 'git:main:package:other', sides[1]])
    expect(stderr).toContain('The configuration has no such package, only steps')
  })
})

describe('recorded payloads', { timeout: PATIENCE_MS }, () => {
  test('are compared with the document and its overlays', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'api/overlay.yaml': overlay('integer'),
      'api/recorded/steps.response.json': '{ "id": "1", "extra": "text" }',
      'tagwire.config.json': config({ steps: { ...STEPS, overlay: 'api/overlay.yaml' } }),
    })
    const { stdout } = await run(project.folder, ['ci', '--base', 'main'])
    expect(stdout).toMatch(/✗ tagwire probe api\/openapi.yaml: .*1 (?:payload: )?/)
    expect(stdout).toContain('extra')
  })
})

describe('a folder without payloads', { timeout: PATIENCE_MS }, () => {
  test('fails on its own, and the other results are shown', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'api/recorded/README.md': 'Nothing yet.',
      'tagwire.config.json': config({ steps: STEPS }),
    })
    const { code, stdout } = await run(project.folder, ['ci', '--base', 'main'])
    expect(code).toBe(1)
    expect(stdout).toContain('✓ tagwire diff api/openapi.yaml: Nothing changed for callers.')
    expect(stdout).toContain(
      '✗ tagwire probe api/openapi.yaml: there are no JSON, HAR or cURL files',
    )
  })
})

describe('reports', { timeout: PATIENCE_MS }, () => {
  test('have a failure where a document has errors', async () => {
    commit({
      'api/openapi.yaml': spec('steps'),
      'tagwire.config.json': config({ steps: STEPS }),
    })
    project.write('api/openapi.yaml', 'openapi: 3.1.0\ninfo: [\n')
    const args = ['ci', '--base', 'main', '--junit', 'j.xml', '--sarif', 's.json']
    expect((await run(project.folder, args)).code).toBe(1)
    const suites = [
      ...project.read('j.xml').matchAll(/<testsuite name="([^"]*)"[^>]*failures="(\d+)"/g),
    ]
    expect(suites.map(([, name, failures]) => [name, failures])).toEqual([
      ['tagwire check', '1'],
      ['tagwire diff api/openapi.yaml', '1'],
    ])
    const { runs } = JSON.parse(project.read('s.json'))
    expect(runs).toHaveLength(1)
    expect(runs[0].results).toContainEqual(
      expect.objectContaining({ level: 'error', ruleId: 'TW1002' }),
    )
  })
})

describe('accepted changes', { timeout: PATIENCE_MS }, () => {
  const removed = (subject: string, more = ''): string =>
    `- { change: operation-removed, subject: ${subject}, reason: Nobody calls it${more} }\n`
  const two = {
    steps: STEPS,
    walks: { spec: 'api/walks.yaml', out: 'walks', name: '@acme/walks' },
  }
  beforeEach(() => {
    commit({
      'api/openapi.yaml': spec('steps', 'more'),
      'api/walks.yaml': spec('walks', 'less'),
      'tagwire.config.json': config(two),
    })
    project.write('api/openapi.yaml', spec('steps'))
    project.write('api/walks.yaml', spec('walks'))
  })
  const listed = async (text: string, ...args: string[]) => {
    project.write('accepted.yaml', text)
    const reports = await compared('--accepted', 'accepted.yaml', ...args)
    return reports.filter(({ name }) => name.includes('accepted')).map((each) => each.text)
  }

  test('that happened, in whichever document, need no word', async () => {
    expect(await listed(removed('more') + removed('less'))).toEqual([])
  })

  test('that have expired, or happened nowhere, are named', async () => {
    const [only, ...others] = await listed(
      removed('more', ', until: 2001-01-31') + removed('less') + removed('nothing'),
    )
    expect(others).toEqual([])
    expect(only).toBe(
      `2 accepted changes to look at.
accepted.yaml operation-removed of more was accepted until 2001-01-31
accepted.yaml operation-removed of nothing did not happen; its entry in accepted.yaml can be removed`,
    )
  })

  test('of packages that were not compared may have happened', async () => {
    const [only] = await listed(removed('more', ', until: 2001-01-31') + removed('less'), 'steps')
    expect(only).toContain('more was accepted until')
    expect(only).not.toContain('less')
    project.write('api/walks.yaml', 'openapi: 3.1.0\ninfo: [\n')
    expect(await listed(removed('more') + removed('less'))).toEqual([])
  })

  test('may be listed in the configuration of their package', async () => {
    project.write('api/openapi.yaml', spec('steps', 'more'))
    const accept = async (subject: string) => {
      const acceptedBreaks = [{ change: 'operation-removed', subject, reason: 'unused' }]
      const walks = { ...two.walks, acceptedBreaks }
      project.write('tagwire.config.json', config({ ...two, walks }))
      await run(project.folder, ['generate', '--quiet', '--prune'])
      return run(project.folder, ['ci', '--base', 'main'])
    }
    const accepted = await accept('le*')
    expect(accepted.stdout).toContain('(accepted: unused)')
    expect(accepted.code).toBe(0)
    const other = await accept('other')
    expect(other.stdout).toContain(
      '✓ tagwire diff, acceptedBreaks of tagwire.config.json: 1 accepted change to look at.',
    )
    expect(other.code).toBe(1)
  })

  test('do not fail the command by being out of date', async () => {
    project.write('api/walks.yaml', spec('walks', 'less'))
    await run(project.folder, ['generate', '--quiet', '--prune'])
    project.write('accepted.yaml', removed('more') + removed('less'))
    const args = ['ci', '--base', 'main', '--accepted', 'accepted.yaml', '--markdown', 'c.md']
    const { code, stdout } = await run(project.folder, args)
    expect(stdout).toContain(
      '✓ tagwire diff --accepted accepted.yaml: 1 accepted change to look at.',
    )
    expect(project.read('c.md')).toContain('did not happen')
    expect(code).toBe(0)
  })
})
