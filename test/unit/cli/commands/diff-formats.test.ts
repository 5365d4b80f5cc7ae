import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from '../cli.fixture.js'
import { initRepository } from '../repository.fixture.js'
import { gitIn } from './ci-update.fixture.js'

const OLD = `openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
  /steps:
    get:
      operationId: steps
      responses:
        '200':
          description: Here they are.
          content: { application/json: { schema: { $ref: 'types.yaml#/Step' } } }
`
const TYPES = `Step:
  type: object
  required: [id]
  properties:
    id: { type: string }
    "a|b<i>@all": { type: string }
`
const NEW_TYPES = TYPES.replace(/ {4}"a.*\n/, '').concat('    more: { type: string }\n')

let project: Project
beforeAll(() => {
  project = createProject({
    'api/old.yaml': OLD,
    'api/types.yaml': TYPES,
    'accepted.yaml': `- { change: field-removed, subject: 'Step["a|b<i>@all"]', reason: nobody reads it, until: 2999-01-31 }\n`,
    'ended.yaml': `- { change: field-removed, subject: 'Step["a|b<i>@all"]', reason: nobody reads it, until: 2001-01-31 }\n`,
    'misspelt.yaml': `- { change: field-remove, subject: Step.note, reason: none }\n`,
    'wordless.yaml': `- { change: field-removed, subject: Step.note }\n`,
  })
  const git = (...args: string[]): string => gitIn(project, ...args)
  initRepository(project)
  git('add', '.')
  git('commit', '-qm', 'old')
  git('tag', 'v1')
  project.write('api/types.yaml', NEW_TYPES)
})
afterAll(() => project.remove())

const SIDES = ['git:v1:api/old.yaml', 'api/old.yaml'] as const
const diff = (...args: string[]) => run(project.folder, ['diff', ...SIDES, ...args])

test('a document of a commit is read with its references at that commit', async () => {
  const { code, stdout } = await diff()
  expect(code).toBe(1)
  expect(stdout).toContain('git:v1:api/types.yaml:6:5')
  expect(stdout).toContain('removed (was optional)')
  expect(stdout).toContain('api/types.yaml:6:5  Step.more: added, optional')
})

test('./ is the working directory', async () => {
  mkdirSync(path.join(project.folder, 'deep'), { recursive: true })
  const { code } = await run(path.join(project.folder, 'api'), [
    'diff',
    'git:v1:./old.yaml',
    'old.yaml',
  ])
  expect(code).toBe(1)
})

test.each([
  ['git:nothing:api/old.yaml', /There is no "nothing" in this clone/],
  ['git:v1:api/none.yaml', /"v1" has no api\/none\.yaml/],
  ['git:--help:api/old.yaml', /There is no "--help" in this clone/],
  ['git:v1', /git:REF:path/],
])('%s is refused in one block', async (side, message) => {
  const { code, stderr } = await run(project.folder, ['diff', side, 'api/old.yaml'])
  expect(code).toBe(1)
  expect(stderr).toMatch(message)
  expect(stderr).toContain('TW1001')
})

describe('accepted breaks', () => {
  test('do not make it fail, and stay in the list', async () => {
    const { code, stdout } = await diff('--accepted', 'accepted.yaml')
    expect(code).toBe(0)
    expect(stdout).toContain('[accepted: nobody reads it]')
  })

  test('end on their day', async () => {
    const { code, stderr } = await diff('--accepted', 'ended.yaml')
    expect(code).toBe(1)
    expect(stderr).toContain('was accepted until 2001-01-31')
  })

  test('with an unknown kind suggest a known one', async () => {
    const { code, stderr } = await diff('--accepted', 'misspelt.yaml')
    expect(code).toBe(1)
    expect(stderr).toContain('misspelt.yaml, entry 1: there is no kind of change "field-remove"')
    expect(stderr).toContain('Did you mean field-removed?')
  })

  test('that did not happen are named', async () => {
    const { stderr } = await run(project.folder, [
      'diff',
      'api/old.yaml',
      'api/old.yaml',
      '--accepted',
      'accepted.yaml',
    ])
    expect(stderr).toContain('did not happen; its entry in accepted.yaml can be removed')
  })

  test('need a reason', async () => {
    const { code, stderr } = await diff('--accepted', 'wordless.yaml')
    expect(code).toBe(1)
    expect(stderr).toContain('wordless.yaml, entry 1 needs a `reason`')
  })
})

describe('formats', () => {
  test('Markdown cannot close the table or mention anybody', async () => {
    const { stdout } = await diff('--format', 'markdown')
    expect(stdout).toContain('### tagwire diff')
    expect(stdout).toContain('**Breaking (1)**')
    expect(stdout).not.toMatch(/<i>|@all/)
  })

  test('annotations of GitHub', async () => {
    const { stdout } = await diff('--format', 'github')
    expect(stdout).toContain(
      '::error file=api/types.yaml,line=4,col=3,title=tagwire diff%3A field-removed::',
    )
    expect(stdout).toContain('::notice file=api/types.yaml,line=6,col=5')
  })

  test('SARIF', async () => {
    const { stdout } = await diff('--format', 'sarif')
    const { version, runs } = JSON.parse(stdout)
    expect(version).toBe('2.1.0')
    expect(runs[0].results.map((each: { ruleId: string }) => each.ruleId)).toEqual([
      'field-added',
      'field-removed',
    ])
  })

  test('JUnit', async () => {
    const { stdout } = await diff('--format', 'junit')
    expect(stdout).toContain('<testsuite name="tagwire diff" tests="2" failures="1">')
    expect(stdout).not.toContain('<i>')
  })

  test('a changeset has the step', async () => {
    const { stdout } = await diff('--format', 'changeset', '--package', '@acme/steps')
    expect(stdout).toMatch(/^---\n'@acme\/steps': major\n---\n\n### Breaking changes\n/)
    expect(stdout).toContain('### Added\n\n- `Step.more`: added, optional')
  })

  test('an invalid name is reported', async () => {
    const { code, stderr } = await diff('--format', 'html')
    expect(code).toBe(2)
    expect(stderr).toContain('--format must be text, json, markdown')
  })
})

test('a step of GitHub Actions gets annotations and a summary; stdout stays', async () => {
  const summary = path.join(project.folder, 'summary.md')
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
  const { stdout, stderr } = await run(project.folder, ['diff', ...SIDES, '--json'], env)
  expect(() => JSON.parse(stdout)).not.toThrow()
  expect(stderr).toContain('::error file=')
  expect(project.read('summary.md')).toContain('### tagwire diff')
})

test('machines are sent to files that are there', async () => {
  const { runs } = JSON.parse((await diff('--format', 'sarif')).stdout)
  const places = runs[0].results.map(
    (each: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
      each.locations[0]?.physicalLocation.artifactLocation.uri,
  )
  expect(places).toEqual(['api/types.yaml', 'api/types.yaml'])
  expect((await diff('--format', 'github')).stdout).toMatch(
    /::error file=api\/types.yaml,line=4,col=3,title=tagwire diff%3A field-removed/,
  )
})

describe('a change that needs the service to change first', () => {
  const NEEDED = TYPES.replace('required: [id]', 'required: [id, "a|b<i>@all"]')
  beforeAll(() => project.write('api/types.yaml', NEEDED))
  afterAll(() => project.write('api/types.yaml', NEW_TYPES))
  const SAYS = 'old answers are refused'

  test('is marked in every format, and is not breaking', async () => {
    const { code, stdout } = await diff()
    expect(code).toBe(0)
    expect(stdout).toContain(`is required now (${SAYS})`)
    expect(stdout).toContain('minor version bump. One of them needs the service to change first.')
    for (const format of ['markdown', 'github', 'sarif', 'changelog']) {
      expect((await diff('--format', format)).stdout, format).toContain(SAYS)
    }
    const { runs } = JSON.parse((await diff('--format', 'sarif')).stdout)
    expect(runs[0].results[0]).toMatchObject({
      level: 'note',
      properties: { tags: ['old-servers'] },
    })
    expect(JSON.parse((await diff('--json')).stdout).changes).toMatchObject([
      { class: 'additive', notes: ['old-servers'] },
    ])
  })

  test('is breaking if requested', async () => {
    const { code, stdout } = await diff('--breaking', 'old-servers', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      step: 'major',
      changes: [{ class: 'breaking', step: 'major', notes: ['old-servers'] }],
    })
    expect((await diff('--breaking', 'decoded')).code).toBe(0)
    expect((await diff('--breaking', 'old')).stderr).toContain(
      '--breaking must be old-servers, decoded or dates.',
    )
  })

  test('is an error of every report where the command fails for it', async () => {
    const { runs } = JSON.parse((await diff('--format', 'sarif', '--fail-on', 'additive')).stdout)
    expect(runs[0].results[0].level).toBe('error')
  })
})
