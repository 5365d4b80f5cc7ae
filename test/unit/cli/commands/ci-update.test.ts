import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isDictionary } from '../../../../generator/src/model/json.js'
import { parseText } from '../../../../generator/src/source/syntax/parse.js'
import { createProject, main, type Project, run } from '../cli.fixture.js'
import { config, gitIn, PATIENCE_MS, repository, SPEC } from './ci-update.fixture.js'
import { runScript } from './shell.fixture.js'

let project: Project
const git = (...args: string[]): string => gitIn(project, ...args)

let template: Project
beforeAll(async () => {
  template = await repository()
}, PATIENCE_MS)
afterAll(() => template.remove())
beforeEach(() => {
  project = createProject()
  cpSync(template.folder, project.folder, { recursive: true })
})
afterEach(() => project.remove())

describe('ci --update', { timeout: PATIENCE_MS }, () => {
  test('commits what was seen on a branch that is ready to push', async () => {
    const { code, stdout, stderr } = await run(project.folder, [
      'ci',
      '--update',
      '--markdown',
      'reports/pull-request.md',
    ])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain('probe      api/openapi.yaml: 2 payloads')
    expect(stdout).toContain('document   api/openapi.yaml: 1 change written')
    expect(stdout).toContain('diff       @acme/steps: minor')
    expect(stdout).toContain('changelog  packages/steps/CHANGELOG.md')
    expect(stdout).toMatch(/branch {5}tagwire\/update: \d+ files, \+\d+ −\d+ lines in [0-9a-f]{7}/)
    expect(stdout).toContain('Push it with: git push --set-upstream origin tagwire/update')
    expect(git('branch', '--show-current')).toBe('tagwire/update')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '--format=%s', 'main..')).toBe(
      'Update api/openapi.yaml to observed behaviour',
    )
    expect(git('log', '-1', '--format=%b')).toContain('additive: Step.swim variant added')
    expect(project.read('api/openapi.yaml')).toMatch(/^# What steps there are\.\n[\s\S]*swim/)
    expect(project.read('packages/steps/src/unions.ts')).toContain('isStepSwim')
    expect(project.read('packages/steps/CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## Unreleased\n\n### Added\n\n- `Step\.swim`: variant added/,
    )
    const text = project.read('reports/pull-request.md')
    expect(text).toContain('## @acme/steps: minor')
    expect(text).toContain('### tagwire probe api/openapi.yaml')
    expect(text).not.toContain('lengths: 4')
    // The committed package matches the document and the observed payloads.
    expect((await run(project.folder, ['ci', '--base', 'main'])).code).toBe(0)
  })

  test('a dry run says the same, and leaves everything as it was', async () => {
    const { code, stdout } = await run(project.folder, ['ci', '--update', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('diff       @acme/steps: minor')
    expect(stdout).toMatch(/Dry run: \d+ files would be committed as tagwire\/update/)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('branch', '--format=%(refname:short)')).toBe('main')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
  })

  test('a changeset is written where releases are made with changesets', async () => {
    project.write('.changeset/config.json', '{}')
    git('add', '.')
    git('commit', '-qm', 'changesets')
    const { stdout } = await run(project.folder, ['ci', '--update', '--branch', 'new'])
    expect(stdout).toContain('changelog  .changeset/tagwire-steps.md')
    expect(project.read('.changeset/tagwire-steps.md')).toMatch(/^---\n'@acme\/steps': minor\n---/)
    expect(git('branch', '--show-current')).toBe('new')
  })

  test('a package with an overlay has it extended, and the document stays', async () => {
    await project.remove()
    project = await repository({
      'tagwire.config.json': config({ overlay: 'ours.overlay.yaml' }),
      'ours.overlay.yaml':
        'overlay: 1.0.0\ninfo: { title: Ours, version: 1.0.0 }\n# what we know better\nactions:\n  - { target: $.info, update: { title: Our steps } }\n',
    })
    const { code } = await run(project.folder, ['ci', '--update'])
    expect(code).toBe(0)
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
    expect(project.read('ours.overlay.yaml')).toMatch(
      /# what we know better[\s\S]*Our steps[\s\S]*swim/,
    )
    expect(project.read('packages/steps/src/unions.ts')).toContain('isStepSwim')
  })

  test('nothing is committed where nothing was seen that is new', async () => {
    project.write('api/recorded/steps.response.02.json', '{ "ride": "bus" }')
    git('commit', '-qam', 'nothing new')
    const { code, stdout } = await run(project.folder, ['ci', '--update'])
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing to commit.')
    expect(git('branch', '--format=%(refname:short)')).toBe('main')
  })
})

describe('ci --update refuses', { timeout: PATIENCE_MS }, () => {
  test('a working tree with changes', async () => {
    project.write('api/openapi.yaml', `${SPEC}# mine\n`)
    const { code, stderr } = await run(project.folder, ['ci', '--update'])
    expect(code).toBe(1)
    expect(stderr).toContain('TW7008 there are changes that are not committed: api/openapi.yaml')
    expect(project.read('api/openapi.yaml')).toBe(`${SPEC}# mine\n`)
  })

  test('an existing branch, and an invalid name', async () => {
    git('branch', 'tagwire/update')
    const { code, stderr } = await run(project.folder, ['ci', '--update'])
    expect(code).toBe(1)
    expect(stderr).toContain('the branch tagwire/update already exists')
    const other = await run(project.folder, ['ci', '--update', '--branch=--force'])
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('"--force" is not a valid branch name')
  })

  test('to leave anything behind where git does not commit', async () => {
    project.write('.git/hooks/pre-commit', '#!/bin/sh\necho not today >&2\nexit 1\n')
    execFileSync('chmod', ['+x', path.join(project.folder, '.git/hooks/pre-commit')])
    const { code, stderr } = await run(project.folder, ['ci', '--update'])
    expect(code).toBe(1)
    expect(stderr).toContain('git does not commit: not today')
    expect(git('branch', '--format=%(refname:short)')).toBe('main')
    expect(git('status', '--porcelain')).toBe('')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
  })

  test('flags of it without it', async () => {
    const { code, stderr } = await run(project.folder, ['ci', '--dry-run'])
    expect(code).toBe(2)
    expect(stderr).toContain('--dry-run requires --update.')
  })
})

describe('the recipes', { timeout: PATIENCE_MS }, () => {
  const ci = fileURLToPath(new URL('../../../../ci/', import.meta.url))
  const valueAt = (text: string, ...keys: readonly string[]): string =>
    String(
      keys.reduce<unknown>(
        (at, key) => (Array.isArray(at) ? at[Number(key)] : isDictionary(at) ? at[key] : undefined),
        parseText(text, false).value,
      ),
    )
  /** The shell steps themselves push to here. */
  beforeEach(() => {
    git('init', '-q', '--bare', 'reports/origin.git')
    git('--git-dir', 'reports/origin.git', 'config', 'receive.advertisePushOptions', 'true')
    git('remote', 'add', 'origin', path.join(project.folder, 'reports/origin.git'))
  })
  const pushed = (): string =>
    git('--git-dir', 'reports/origin.git', 'branch', '--format=%(refname:short)')

  test('of GitHub pushes the branch and has the text for the pull request', () => {
    const action = readFileSync(path.join(ci, 'github/update/action.yml'), 'utf8')
    // With the built command line; the other recipes call it in the process of the test.
    const { status, stderr } = spawnSync(
      'bash',
      ['-e', '-c', valueAt(action, 'runs', 'steps', '0', 'run')],
      {
        cwd: project.folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          TAGWIRE: `${process.execPath} ${main}`,
          TAGWIRE_REPORTS: 'reports',
          TAGWIRE_ARGUMENTS: '',
          TAGWIRE_SCRIPT: path.join(ci, 'tagwire-update.sh'),
          GITHUB_OUTPUT: path.join(project.folder, 'reports/output'),
        },
      },
    )
    expect(stderr).not.toContain('error')
    expect(status).toBe(0)
    expect(pushed()).toBe('tagwire/update')
    expect(project.read('reports/output')).toContain('branch=tagwire/update')
    expect(project.read('reports/pull-request.md')).toContain('## @acme/steps: minor')
    // The program that asks for the pull request, as far as this test goes.
    project.write('reports/bin/gh', '#!/bin/sh\n[ "$2" = edit ] && echo "$@" || exit 1\n')
    execFileSync('chmod', ['+x', path.join(project.folder, 'reports/bin/gh')])
    const { stdout } = spawnSync(
      'bash',
      ['-e', '-c', valueAt(action, 'runs', 'steps', '1', 'run')],
      {
        cwd: project.folder,
        encoding: 'utf8',
        env: {
          PATH: `${project.folder}/reports/bin:${process.env.PATH}`,
          TAGWIRE_BASE: 'main',
          TAGWIRE_BRANCH: 'tagwire/update',
          TAGWIRE_REPORTS: 'reports',
        },
      },
    )
    expect(stdout).toContain(
      'pr edit tagwire/update --title Update api/openapi.yaml to observed behaviour --body-file reports/pull-request.md',
    )
  })

  test('of GitLab asks for a merge request while it pushes', async () => {
    const template = readFileSync(path.join(ci, 'gitlab/update.yml'), 'utf8')
    const [, component = ''] = template.replaceAll(/\$\[\[[^\]]*\]\]/g, 'x').split('\n---\n')
    const step = valueAt(component, 'tagwire-update', 'script', '1')
    const { code } = await runScript(project.folder, step, {
      TAGWIRE_ARGUMENTS: '',
      TAGWIRE_BRANCH: 'tagwire/update',
      TAGWIRE_ORIGIN: 'origin',
    })
    expect(code).toBe(0)
    expect(pushed()).toBe('tagwire/update')
  })

  test('of any shell push nothing where nothing changed', async () => {
    project.write('api/recorded/steps.response.02.json', '{ "ride": "bus" }')
    git('commit', '-qam', 'nothing new')
    const script = `sh ${path.join(ci, 'tagwire-update.sh')}`
    const { code, stdout } = await runScript(project.folder, script, { TAGWIRE_REPORTS: 'reports' })
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing to commit.')
    expect(pushed()).toBe('')
  })
})
