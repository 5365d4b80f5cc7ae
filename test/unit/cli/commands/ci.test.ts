import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDictionary } from '../../../../generator/src/model/json.js'
import { parseText } from '../../../../generator/src/source/syntax/parse.js'
import { createProject, main, type Project, run } from '../cli.fixture.js'
import { initRepository } from '../repository.fixture.js'
import { gitIn } from './ci-update.fixture.js'
import { runScript } from './shell.fixture.js'

function valueAt(text: string, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : isDictionary(at) ? at[key] : undefined),
    parseText(text, false).value,
  )
}

const ci = fileURLToPath(new URL('../../../../ci/', import.meta.url))
const SPEC = `openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
  /steps:
    get:
      operationId: steps
      responses:
        '200':
          description: Here they are.
          content: { application/json: { schema: { $ref: '#/components/schemas/Step' } } }
components:
  schemas:
    Step:
      type: object
      required: [id]
      properties:
        id: { type: string }
        note: { type: string }
`
const CONFIG = JSON.stringify({
  packages: { steps: { spec: 'api/openapi.yaml', out: 'out', name: '@acme/steps' } },
})

let project: Project
const git = (...args: string[]): string => gitIn(project, ...args)
beforeAll(async () => {
  project = createProject({
    'api/openapi.yaml': SPEC,
    'api/recorded/steps.response.json': '{ "id": "1" }',
    'tagwire.config.json': CONFIG,
  })
  await run(project.folder, ['generate', '--quiet'])
  initRepository(project)
  git('add', '.')
  git('commit', '-qm', 'as it was')
}, 60_000)
afterAll(() => project.remove())

test('all three answers are yes', async () => {
  const { code, stdout } = await run(project.folder, ['ci', '--base', 'main'])
  expect(stdout).toContain('✓ tagwire check: Everything is up to date.')
  expect(stdout).toContain('✓ tagwire diff api/openapi.yaml: Nothing changed for callers.')
  expect(stdout).toContain('✓ tagwire probe api/openapi.yaml: 1 payload: 1 fit.')
  expect(code).toBe(0)
})

test('without a base, the other steps run, and a note says so', async () => {
  const { code, stdout } = await run(project.folder, ['ci'])
  expect(code).toBe(0)
  expect(stdout).toContain('– tagwire diff: Not compared: the base is unknown.')
})

test('a base that is not there fails', async () => {
  const { code, stdout } = await run(project.folder, ['ci', '--base', 'nowhere'])
  expect(code).toBe(1)
  expect(stdout).toContain('There is no "nowhere" in this clone')
})

describe('a change that breaks callers, is not generated and does not fit', () => {
  beforeAll(() => {
    project.write('api/openapi.yaml', SPEC.replace('id: { type: string }', 'id: { type: integer }'))
  })
  afterAll(() => project.write('api/openapi.yaml', SPEC))

  test('fails in all three, with one summary', async () => {
    const { code, stdout } = await run(project.folder, [
      'ci',
      '--base',
      'main',
      '--markdown',
      'c.md',
      '--sarif',
      's.json',
      '--junit',
      'j.xml',
    ])
    expect(code).toBe(1)
    expect(stdout.match(/^✗/gm)).toHaveLength(3)
    expect(project.read('c.md')).toContain('### tagwire diff api/openapi.yaml')
    expect(JSON.parse(project.read('s.json')).runs).toHaveLength(1)
    expect(project.read('j.xml')).toMatch(/<testsuite name="tagwire probe[^>]*failures="1"/)
  })

  /** The shell steps themselves, with the built command line. */
  const shell = (script: string, env: Readonly<Record<string, string>>) =>
    spawnSync('bash', ['-e', '-c', script], {
      cwd: project.folder,
      encoding: 'utf8',
      env: { ...process.env, TAGWIRE: `${process.execPath} ${main}`, ...env },
    })

  test('the step of the GitHub Action', () => {
    const action = readFileSync(path.join(ci, 'github/action.yml'), 'utf8')
    const { status, stdout, stderr } = shell(String(valueAt(action, 'runs', 'steps', '0', 'run')), {
      TAGWIRE_BASE: 'main',
      TAGWIRE_REPORTS: 'reports',
      TAGWIRE_ARGUMENTS: '--fail-on additive',
      TAGWIRE_SCRIPT: path.join(ci, 'tagwire-ci.sh'),
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: path.join(project.folder, 'summary.md'),
    })
    expect(stdout).toContain('✗ tagwire diff')
    expect(status).toBe(1)
    expect(stderr).toContain('::error file=')
    expect(project.read('summary.md')).toContain('### tagwire check')
    expect(project.has('reports/tagwire.sarif')).toBe(true)
  })

  test('the script of the GitLab component', async () => {
    const template = readFileSync(path.join(ci, 'gitlab/template.yml'), 'utf8')
    const [, component = ''] = template.replaceAll(/\$\[\[[^\]]*\]\]/g, 'x').split('\n---\n')
    const step = String(valueAt(component, 'tagwire', 'script', '3'))
    const env = { TAGWIRE_ARGUMENTS: '--base main' }
    const { code, stdout } = await runScript(project.folder, step, env)
    expect(code).toBe(1)
    expect(stdout).toContain('✗ tagwire diff')
    expect(project.read('tagwire.xml')).toContain('<testsuite name="tagwire check"')
  })
})
