import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { isDictionary } from '../../../generator/src/model/json.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { createProject, type Environment, type Project } from '../cli/cli.fixture.js'
import { gitIn, PATIENCE_MS, repository } from '../cli/commands/ci-update.fixture.js'
import { runScript } from '../cli/commands/shell.fixture.js'

/** What the components for GitLab do with a token: they comment and push with it, and never print it. */

const TOKEN = 'glpat-a1b2c3d4'

/** A part of the script of a job. */
function partOf(file: string, job: string, key: string, index: number): string {
  const url = new URL(`../../../ci/gitlab/${file}`, import.meta.url)
  const [, component = ''] = readFileSync(fileURLToPath(url), 'utf8').split('\n---\n')
  const { value } = parseText(component, false)
  const own = isDictionary(value) ? value[job] : undefined
  const list: unknown = isDictionary(own) ? own[key] : undefined
  const part: unknown = Array.isArray(list) ? list[index] : undefined
  if (typeof part !== 'string') throw new TypeError(`${file} has no ${key} ${index}`)
  return part
}

let project: Project
const servers: Server[] = []
afterEach(() => {
  project.remove()
  for (const each of servers.splice(0)) each.close()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

interface Note {
  readonly id: number
  readonly body: string
  readonly system?: boolean
}

/** The API of GitLab for the comments of one merge request, of which it lists two per page. */
async function gitlab(notes: Note[], status = 200) {
  const asked: string[] = []
  const answer = async (request: IncomingMessage): Promise<[number, unknown, string?]> => {
    asked.push(`${request.method} ${request.url}`)
    if (request.headers['private-token'] !== TOKEN) return [401, {}]
    if (status !== 200) return [status, { message: TOKEN }]
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gitlab')
    const [, id] =
      /^\/api\/v4\/projects\/7\/merge_requests\/5\/notes(?:\/(\d+))?$/.exec(pathname) ?? []
    if (request.method === 'GET') {
      const page = Number(searchParams.get('page'))
      const next = notes.length > page * 2 ? String(page + 1) : ''
      return [200, notes.slice(page * 2 - 2, page * 2), next]
    }
    const { body }: { body: string } = JSON.parse(await text(request))
    const at = notes.findIndex((each) => String(each.id) === id)
    if (request.method === 'PUT') notes.splice(at, 1, { id: Number(id), body })
    else notes.push({ id: notes.length + 100, body })
    return [200, {}]
  }
  const server = createServer((request, response) => {
    void answer(request).then(([code, value, next]) => {
      response.writeHead(code, { 'content-type': 'application/json', 'x-next-page': next ?? '' })
      response.end(JSON.stringify(value))
    })
  })
  return { asked, url: `${await listen(server)}/api/v4` }
}

/** Runs what comes after the job; it may not fail it, and prints no token. */
async function comment(report: string, env: Environment): Promise<string> {
  project.write('tagwire.md', report)
  const child = spawn('bash', ['-e', '-c', partOf('template.yml', 'tagwire', 'after_script', 0)], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      TAGWIRE_COMMENT: 'true',
      TAGWIRE_TOKEN: TOKEN,
      CI_MERGE_REQUEST_PROJECT_ID: '7',
      CI_MERGE_REQUEST_IID: '5',
      CI_JOB_NAME: 'tagwire',
      ...env,
    },
  })
  const [said, , wrong] = await Promise.all([
    text(child.stdout),
    once(child, 'close'),
    text(child.stderr),
  ])
  expect(child.exitCode).toBe(0)
  expect(wrong).toBe('')
  expect(said).not.toContain(TOKEN)
  return said
}

describe('the comment of a merge request', () => {
  const others: readonly Note[] = [
    { id: 1, body: 'Hello' },
    { id: 2, body: 'assigned to @a', system: true },
    { id: 3, body: 'I saw <!-- tagwire ci: tagwire -->' },
    { id: 4, body: '<!-- tagwire ci: another job -->\n' },
  ]

  test('is written once, and then updated in place', async () => {
    project = createProject({})
    const notes = [...others]
    const { url, asked } = await gitlab(notes)
    const report = '### tagwire\n\n"quoted" `$(code)` \\n é 😀\n'
    expect(await comment(report, { CI_API_V4_URL: url })).toBe('')
    await comment('### later\n', { CI_API_V4_URL: url })
    await comment('### again\n', { CI_API_V4_URL: url })
    expect(asked.filter((each) => !each.startsWith('GET'))).toEqual([
      'POST /api/v4/projects/7/merge_requests/5/notes',
      'PUT /api/v4/projects/7/merge_requests/5/notes/104',
      'PUT /api/v4/projects/7/merge_requests/5/notes/104',
    ])
    expect(notes.slice(0, 4)).toEqual(others)
    expect(notes.slice(4)).toEqual([{ id: 104, body: '<!-- tagwire ci: tagwire -->\n### again\n' }])
  })

  test('has the text of the report as it is, and not too much of it', async () => {
    project = createProject({})
    const notes: Note[] = []
    const { url } = await gitlab(notes)
    const report = '"quoted" `$(code)` \\n é 😀 | <b>\n'
    await comment(report, { CI_API_V4_URL: url })
    await comment(`${report}${'x'.repeat(2_000_000)}`, { CI_API_V4_URL: url })
    expect(notes).toHaveLength(1)
    expect(notes[0]?.body.startsWith(`<!-- tagwire ci: tagwire -->\n${report}xx`)).toBe(true)
    expect(notes[0]?.body.length).toBeLessThan(1_000_000)
  })

  test.each<[string, Environment, RegExp]>([
    ['without a token', { TAGWIRE_TOKEN: '' }, /the variable TAGWIRE_TOKEN is not set/],
    ['where it is turned off', { TAGWIRE_COMMENT: 'false' }, /^$/],
    ['outside of merge requests', { CI_MERGE_REQUEST_IID: '' }, /^$/],
  ])('is left out %s', async (_, env, said) => {
    project = createProject({})
    const { url, asked } = await gitlab([])
    expect(await comment('x', { CI_API_V4_URL: url, ...env })).toMatch(said)
    expect(asked).toEqual([])
  })

  test('does not fail the job where the token may not comment, or GitLab is down', async () => {
    project = createProject({})
    const { url } = await gitlab([], 403)
    expect(await comment('x', { CI_API_V4_URL: url })).toContain('GitLab responded with 403 to GET')
    expect(await comment('x', { CI_API_V4_URL: 'http://127.0.0.1:1' })).toContain('no comment')
  })
})

describe('the scheduled update', { timeout: PATIENCE_MS }, () => {
  const script = partOf('update.yml', 'tagwire-update', 'script', 1)

  test('pushes with the token, which is in no URL and never printed', async () => {
    project = await repository()
    const seen: string[] = []
    const url = await listen(
      createServer((request, response) => {
        seen.push(request.headersDistinct.authorization?.join(' and ') ?? 'none')
        expect(request.url).not.toContain(TOKEN)
        response.writeHead(403).end('no')
      }),
    )
    gitIn(project, 'config', `http.${url}/.extraheader`, 'AUTHORIZATION: basic b2xk')
    const env = {
      TAGWIRE_TOKEN: TOKEN,
      TAGWIRE_BRANCH: 'tagwire/update',
      TAGWIRE_ARGUMENTS: '--samples steps=api/recorded',
      CI_SERVER_URL: url,
      CI_PROJECT_URL: `${url}/group/project`,
    }
    const { code, stdout, stderr } = await runScript(project.folder, script, env)
    expect(code).not.toBe(0)
    const basic = Buffer.from(`oauth2:${TOKEN}`).toString('base64')
    expect(new Set(seen)).toEqual(new Set([`basic ${basic}`]))
    expect(stderr).toContain('403')
    for (const secret of [TOKEN, basic]) expect(stdout + stderr).not.toContain(secret)
    expect(gitIn(project, 'branch', '--show-current')).toBe('tagwire/update')
    expect(gitIn(project, 'config', '--list')).not.toContain(TOKEN)
  })

  test('says that it needs a token before it asks any server', async () => {
    project = await repository()
    const { code, stderr } = await runScript(project.folder, script, { TAGWIRE_TOKEN: '' })
    expect(code).toBe(1)
    expect(stderr).toContain('the variable TAGWIRE_TOKEN is not set')
    expect(gitIn(project, 'branch', '--show-current')).toBe('main')
  })
})
