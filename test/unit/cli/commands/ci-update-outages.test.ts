import { afterEach, describe, expect, test } from 'vitest'
import { type Project, run } from '../cli.fixture.js'
import { gitIn, PATIENCE_MS, repository } from './ci-update.fixture.js'

/** What a scheduled update does while a service is out of order. */

const NAMES = ['one', 'two', 'three', 'four']
const SCHEMAS: Readonly<Record<string, string>> = {
  one: 'Step',
  two: 'Step',
  three: 'Step',
  four: 'Other',
}
const MORE = ['five', 'six', 'seven', 'eight', 'nine', 'ten']

function specOf(names: readonly string[]): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Steps', version: '1.0.0' },
    servers: [{ url: 'https://api.mine.com' }],
    paths: Object.fromEntries(
      names.map((name) => [
        `/${name}`,
        {
          get: {
            operationId: name,
            responses: {
              200: {
                description: 'Here it is.',
                content: {
                  'application/json': {
                    schema: { $ref: `#/components/schemas/${SCHEMAS[name] ?? 'Plain'}` },
                  },
                },
              },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        Step: {
          type: 'object',
          required: ['id', 'inner'],
          properties: { id: { type: 'integer' }, inner: { $ref: '#/components/schemas/Inner' } },
        },
        Inner: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
        Plain: { type: 'object' },
        Other: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      },
    },
  })
}

const SPEC = specOf(NAMES)

interface Answer {
  readonly path?: string
  readonly status?: number
  readonly type?: string
  readonly body?: unknown
}

function traffic(answers: readonly Answer[]): string {
  const entries = answers.map(({ path = '/one', status = 200, type, body }) => ({
    request: { method: 'GET', url: `https://api.mine.com${path}` },
    response: {
      status,
      headers: [],
      content: {
        mimeType: type ?? 'application/json',
        text: typeof body === 'string' ? body : JSON.stringify(body),
      },
    },
  }))
  return JSON.stringify({ log: { entries } })
}

let project: Project
afterEach(() => project.remove())

const git = (...args: string[]): string => gitIn(project, ...args)

async function update(
  answers: readonly Answer[],
  { args = [], spec = SPEC }: { readonly args?: readonly string[]; readonly spec?: string } = {},
) {
  const har = traffic(answers)
  project = await repository({
    'api/openapi.yaml': spec,
    'api/recorded/steps.response.01.json': 'null',
    'api/recorded/steps.response.02.json': 'null',
    'seen/a.har': har,
  })
  return run(project.folder, ['ci', '--update', '--samples', 'steps=seen', ...args])
}

describe('ci --update', { timeout: PATIENCE_MS }, () => {
  test('learns nothing from an outage', async () => {
    const { code, stdout } = await update([
      { status: 500, body: { error: 'x' } },
      { path: '/two', status: 503, type: 'text/html', body: '<html>' },
      { path: '/four', status: 429, body: {} },
    ])
    expect(stdout).toContain('3 not compared')
    expect(stdout).toContain('Nothing to commit.')
    // Nothing was compared, as when the service cannot be reached.
    expect(code).toBe(1)
    expect(git('branch', '--format=%(refname:short)')).toBe('main')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
  })

  test('of a part of the operations is no failure', async () => {
    const { code, stdout } = await update([
      { body: { id: 1, inner: { size: 1 } } },
      { path: '/two', status: 503, type: 'text/html', body: '<html>' },
    ])
    expect(stdout).toContain('Nothing to commit.')
    expect(code).toBe(0)
  })

  test.each(['--base', '--for', '--fail-on', '--breaking', '--accepted', '--sarif', '--junit'])(
    'does not ignore %s',
    async (flag) => {
      const { code, stderr } = await update([], { args: [flag, 'x'] })
      expect(stderr).toContain(`${flag} cannot be combined with --update.`)
      expect(code).not.toBe(0)
    },
  )

  test('learns from it on request', async () => {
    const { code } = await update([{ status: 500, body: {} }], {
      args: ['--learn', 'outages'],
    })
    expect(code).toBe(0)
    expect(project.read('api/openapi.yaml')).toContain('"500"')
  })

  const empty = [{ body: { id: 1, inner: {} } }]

  test('stops if more than a tenth of the operations would be loosened', async () => {
    const { code, stderr } = await update(empty)
    expect(code).toBe(1)
    expect(stderr).toContain(
      '3 of 4 operations of api/openapi.yaml would be described more loosely: one, two, three',
    )
    expect(stderr).toContain('--allow-loosening')
    expect(git('branch', '--format=%(refname:short)')).toBe('main')
    expect(git('status', '--porcelain')).toBe('')
    expect(project.read('api/openapi.yaml')).toBe(SPEC)
  })

  test('goes on if told so', async () => {
    const { code, stdout } = await update(empty, { args: ['--allow-loosening'] })
    expect(stdout).toContain('1 change written')
    expect(code).toBe(0)
  })

  test('stops for one of a few operations, too', async () => {
    const { code, stderr } = await update([{ path: '/four', body: {} }])
    expect(stderr).toContain('1 of 4 operations of api/openapi.yaml')
    expect(code).toBe(1)
  })

  test('goes on if nothing is loosened', async () => {
    const { code, stdout } = await update([{ body: { id: 1, inner: { size: 1 }, more: 2 } }])
    expect(stdout).toContain('1 change written')
    expect(code).toBe(0)
  })

  test('goes on if it is one of ten', async () => {
    const { code, stdout } = await update([{ path: '/four', body: {} }], {
      spec: specOf([...NAMES, ...MORE]),
    })
    expect(stdout).toContain('1 change written')
    expect(code).toBe(0)
  })
})
