import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDictionary } from '../../../../generator/src/model/json.js'
import { parseText } from '../../../../generator/src/source/syntax/parse.js'
import { type Project, run } from '../cli.fixture.js'
import { config, gitIn, PATIENCE_MS, repository, SPEC } from './ci-update.fixture.js'
import { runScript } from './shell.fixture.js'

/** What the recipes for GitHub and GitLab do with secrets, hosts, forks and comments. */

const ci = fileURLToPath(new URL('../../../../ci/', import.meta.url))
const SECRET = 'Bearer a1b2 c3d4e5'

function valueAt(given: string, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : isDictionary(at) ? at[key] : undefined),
    parseText(given, false).value,
  )
}

let project: Project
const git = (...args: string[]): string => gitIn(project, ...args)
beforeEach(async () => {
  project = await repository()
}, PATIENCE_MS)
afterEach(() => project.remove())

interface Listening {
  readonly url: string
  readonly authorizations: string[]
}

const servers: Server[] = []
afterEach(() => {
  for (const each of servers.splice(0)) each.close()
})

/** A server that notes the credentials of every request. */
async function listening(status: number, body: unknown): Promise<Listening> {
  const authorizations: string[] = []
  const server = createServer((request, response) => {
    authorizations.push(request.headersDistinct.authorization?.join(' and ') ?? 'none')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, authorizations }
}

describe('headers', { timeout: PATIENCE_MS }, () => {
  test('are lines of the environment, may have spaces, and are never printed', async () => {
    const { url, authorizations } = await listening(200, { walk: SECRET })
    const env = { TAGWIRE_HEADERS: `\nauthorization: ${SECRET}\r\nx-tenant: acme\n` }
    const args = ['ci', '--update', '--url', url, '--markdown', 'reports/a.md', '--json']
    const { stdout, stderr, code } = await run(project.folder, args, env)
    expect(code).toBe(0)
    expect(authorizations).toEqual([SECRET])
    expect(stdout + stderr + project.read('reports/a.md')).not.toContain('c3d4e5')
    const probed = await run(project.folder, ['probe', 'api/openapi.yaml', '--url', url], env)
    expect(authorizations).toEqual([SECRET, SECRET])
    expect(probed.stdout + probed.stderr).not.toContain('c3d4e5')
  })

  test('may be for the server of one package', async () => {
    const { url, authorizations } = await listening(200, { walk: 'home' })
    const other = { ...JSON.parse(config()).packages.steps, out: 'packages/other', name: '@acme/o' }
    const packages = { ...JSON.parse(config()).packages, other }
    project.write('tagwire.config.json', JSON.stringify({ packages }))
    await run(project.folder, ['generate', '--quiet'])
    git('add', '.')
    git('commit', '-qm', 'two')
    const second = await listening(200, { walk: 'home' })
    const args = ['ci', '--update', '--dry-run', '--url', `steps=${url}`]
    await run(project.folder, [...args, '--url', `other=${second.url}`], {
      TAGWIRE_HEADERS: `steps=authorization: ${SECRET}`,
    })
    expect(authorizations).toEqual([SECRET])
    expect(second.authorizations).toEqual(['none'])
    const wrong = await run(project.folder, [
      ...args,
      '--header',
      `nobody=authorization: ${SECRET}`,
    ])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('header is for nobody, which is none of steps, other.')
    expect(wrong.stderr).not.toContain('c3d4e5')
  })

  test('that are none are refused without their text', async () => {
    const args = ['ci', '--update', '--url', 'http://127.0.0.1:1']
    const { stderr, code } = await run(project.folder, args, { TAGWIRE_HEADERS: 'c3d4e5' })
    expect(code).toBe(2)
    expect(stderr).toContain("every line of TAGWIRE_HEADERS must be 'Name: value'")
    expect(stderr).not.toContain('c3d4e5')
  })

  test('reach tagwire through both recipes', () => {
    const action = readFileSync(path.join(ci, 'github/update/action.yml'), 'utf8')
    expect(valueAt(action, 'runs', 'steps', '0', 'env', 'TAGWIRE_HEADERS')).toContain(
      'inputs.headers',
    )
    const [, component = ''] = readFileSync(path.join(ci, 'gitlab/update.yml'), 'utf8').split(
      '\n---\n',
    )
    expect(valueAt(component, 'tagwire-update', 'variables', 'TAGWIRE_HEADERS')).toContain(
      'inputs.headers',
    )
  })
})

test('the token is what the branch is pushed with, and the only credential', {
  timeout: PATIENCE_MS,
}, async () => {
  const { url, authorizations } = await listening(403, {})
  git('remote', 'add', 'origin', `${url}/o/r.git`)
  // As the checkout of GitHub leaves it.
  git('config', `http.${url}/.extraheader`, 'AUTHORIZATION: basic b2xk')
  const env = { TAGWIRE_TOKEN: 'ghs_new', TAGWIRE_SERVER: url, TAGWIRE_REPORTS: 'reports' }
  const script = `sh ${path.join(ci, 'tagwire-update.sh')}`
  const { code, stdout, stderr } = await runScript(project.folder, script, env)
  expect(code).not.toBe(0)
  const wanted = Buffer.from('x-access-token:ghs_new').toString('base64')
  expect(new Set(authorizations)).toEqual(new Set([`basic ${wanted}`]))
  expect(stdout + stderr).not.toContain(wanted)
  expect(stdout + stderr).not.toContain('ghs_new')
})

describe('a merge request from a fork', { timeout: PATIENCE_MS }, () => {
  const [STEP, BROKEN] = ['required: [walk]', 'required: [walk, at]'] as const

  test('is compared with the commit that it started from', async () => {
    const start = git('rev-parse', 'HEAD')
    // The branch of the fork is older than that.
    project.write('api/openapi.yaml', SPEC.replace('info:', 'x-old: true\ninfo:'))
    git('checkout', '-qb', 'old')
    git('commit', '-qam', 'what the fork has')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('checkout', '-q', 'main')
    const env = {
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: start,
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: '',
    }
    project.write('api/openapi.yaml', SPEC.replace(STEP, BROKEN))
    const { stdout } = await run(project.folder, ['ci'], env)
    expect(stdout).toContain('tagwire diff api/openapi.yaml: ')
    expect(stdout).not.toContain('not compared')
    const merged = { ...env, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: git('rev-parse', 'old') }
    expect((await run(project.folder, ['ci', '--json'], merged)).stdout).not.toBe(
      (
        await run(project.folder, ['ci', '--json'], {
          ...env,
          CI_MERGE_REQUEST_DIFF_BASE_SHA: 'nowhere',
        })
      ).stdout,
    )
    const missing = { ...env, CI_MERGE_REQUEST_DIFF_BASE_SHA: 'f'.repeat(40) }
    expect((await run(project.folder, ['ci'], missing)).stdout).toContain('in this clone')
  })

  test('fetches that commit from where it goes', () => {
    const template = readFileSync(path.join(ci, 'gitlab/template.yml'), 'utf8')
    const [, component = ''] = template.split('\n---\n')
    const upstream = path.join(project.folder, 'reports/upstream')
    git('clone', '-q', project.folder, `${upstream}.git`)
    const inUpstream = ['-C', `${upstream}.git`, '-c', 'user.name=T', '-c', 'user.email=t@e.x']
    git(...inUpstream, 'commit', '-q', '--allow-empty', '-m', 'only there')
    git(...inUpstream, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    const base = git('-C', `${upstream}.git`, 'rev-parse', 'HEAD')
    execFileSync('bash', ['-e', '-c', String(valueAt(component, 'tagwire', 'script', '1'))], {
      cwd: project.folder,
      env: {
        ...process.env,
        CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
        CI_MERGE_REQUEST_PROJECT_URL: upstream,
      },
    })
    expect(git('cat-file', '-t', base)).toBe('commit')
  })
})

test('examples name versions', () => {
  const folder = fileURLToPath(new URL('../../../../docs', import.meta.url))
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
  for (const name of pages) {
    const page = readFileSync(path.join(folder, name), 'utf8')
    for (const [, version] of page.matchAll(/tagwire\/tagwire\/ci\/[\w/]*@(\S+)/g)) {
      expect(`${name} ${version}`).toMatch(/ v\d+\.\d+\.\d+$/)
    }
  }
})

test('the outputs of a step', { timeout: PATIENCE_MS }, async () => {
  project.write(
    'api/openapi.yaml',
    SPEC.replace('walk: { type: string }', 'walk: { type: integer }'),
  )
  project.write('reports/output', '')
  const env = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: path.join(project.folder, 'reports/output') }
  await run(project.folder, ['ci', '--base', 'main'], env)
  expect(project.read('reports/output')).toBe('result=failed\nstep=major\nbreaking=1\n')
  const action = readFileSync(path.join(ci, 'github/action.yml'), 'utf8')
  expect(Object.keys(Object(valueAt(action, 'outputs')))).toEqual([
    'result',
    'step',
    'breaking',
    'reports',
  ])
})

describe('the comment of a pull request', () => {
  /** The program that talks to GitHub, with comments in a file. */
  const GH = `#!/bin/sh
here=$(dirname "$0")
case "$*" in
  *--paginate*) [ -e "$here/refuse" ] && exit 1; [ -e "$here/id" ] && cat "$here/id"; exit 0 ;;
  *PATCH*) echo "PATCH $4" >> "$here/calls" ;;
  *POST*) [ -e "$here/readonly" ] && exit 1; echo 17 > "$here/id"; echo "POST $4" >> "$here/calls" ;;
esac
for each in "$@"; do case "$each" in body=@*) cp "\${each#body=@}" "$here/body" ;; esac; done
`
  async function comment(): Promise<string> {
    const child = spawn('sh', [path.join(ci, 'github/comment.sh')], {
      cwd: project.folder,
      env: {
        PATH: `${project.folder}/reports/bin:${process.env.PATH}`,
        TAGWIRE_REPORTS: 'reports',
        TAGWIRE_PULL_REQUEST: '5',
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_WORKFLOW: 'documents',
        GITHUB_JOB: 'check',
      },
    })
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect(child.exitCode).toBe(0)
    return said
  }
  beforeEach(() => {
    project.write('reports/bin/gh', GH)
    execFileSync('chmod', ['+x', path.join(project.folder, 'reports/bin/gh')])
  })

  test('is written once, and then updated in place', async () => {
    project.write('reports/comment.md', '### tagwire check\n')
    await comment()
    project.write('reports/comment.md', `### later\n${'x'.repeat(70_000)}`)
    await comment()
    expect(project.read('reports/bin/calls')).toBe(
      'POST repos/o/r/issues/5/comments\nPATCH repos/o/r/issues/comments/17\n',
    )
    const body = project.read('reports/bin/body')
    expect(body).toMatch(/^<!-- tagwire ci: documents check -->\n### later\n/)
    expect(body.length).toBeLessThan(65_536)
  })

  test('is left out where the token may not write', async () => {
    project.write('reports/comment.md', '### tagwire check\n')
    project.write('reports/bin/readonly', '')
    expect(await comment()).toContain('pull-requests: write')
    project.write('reports/bin/refuse', '')
    expect(await comment()).toContain('cannot be read')
  })

  test('is an option', () => {
    const action = readFileSync(path.join(ci, 'github/action.yml'), 'utf8')
    expect(valueAt(action, 'inputs', 'comment', 'default')).toBe('true')
    expect(valueAt(action, 'runs', 'steps', '1', 'if')).toContain("inputs.comment == 'true'")
  })
})
