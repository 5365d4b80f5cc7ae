import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Environment, type Project, run } from '../cli.fixture.js'
import { initRepository } from '../repository.fixture.js'
import { gitIn, PATIENCE_MS } from './ci-update.fixture.js'

/** A month of a team: what the loop says on each day, in one repository. */

const field = (name: string, type = 'string'): string => `        ${name}: { type: ${type} }\n`
const NOTE = field('note')

function spec(version: string, { fields = NOTE, required = 'id, total', more = '' } = {}): string {
  return `openapi: 3.1.0
info: { title: Shop, version: ${version} }
servers: [{ url: 'https://api.shop.example/{v}', variables: { v: { default: v1 } } }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: Orders.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } }
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: An order.
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
${more}components:
  schemas:
    # What people buy.
    Order:
      type: object
      required: [${required}]
      properties:
        id: { type: string }
        total: { type: integer }
${fields}`
}

const PACKAGE = { spec: 'api/shop.yaml', out: 'packages/shop', name: '@acme/shop' }
const config = (packages: object): string => JSON.stringify({ packages })

interface Answer {
  readonly path: string
  readonly status?: number
  readonly type?: string
  readonly body: unknown
  readonly host?: string
}

const traffic = (...answers: readonly Answer[]): string =>
  JSON.stringify({
    log: {
      entries: answers.map(({ path, status = 200, type, body, host }) => ({
        request: { method: 'GET', url: `https://${host ?? 'api.shop.example'}${path}` },
        response: {
          status,
          headers: [],
          content: {
            mimeType: type ?? 'application/json',
            text: typeof body === 'string' ? body : JSON.stringify(body),
          },
        },
      })),
    },
  })
const ORDER = { id: 'a', total: 5 }

let project: Project
const git = (...args: string[]): string => gitIn(project, ...args)
const tagwire = (args: readonly string[], env?: Environment) => run(project.folder, args, env)
/** What the pull request says that is checked out. */
const ci = (...args: string[]) => tagwire(['ci', '--base', 'origin/main...', ...args])

/** A branch with these files, generated and committed. */
async function branch(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  git('switch', '-qc', name, 'main')
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  await tagwire(['generate', '--quiet', '--prune'])
  git('add', '-A')
  git('commit', '-qm', name)
}

function merge(name: string): void {
  git('switch', '-q', 'main')
  git('merge', '-q', '--no-edit', name)
  git('update-ref', 'refs/remotes/origin/main', 'main')
}

beforeAll(async () => {
  project = createProject({
    'api/shop.yaml': spec('1.0.0'),
    'api/recorded/monday.har': traffic({ path: '/v1/orders/a', body: ORDER }),
    'tagwire.config.json': config({ shop: PACKAGE }),
    '.gitignore': '.tagwire/\nreports/\nseen/\n',
  })
  await tagwire(['generate', '--quiet'])
  initRepository(project)
  git('add', '.')
  git('commit', '-qm', 'the first release')
  git('update-ref', 'refs/remotes/origin/main', 'main')
}, PATIENCE_MS)
afterAll(() => project.remove())

describe('a month', { timeout: PATIENCE_MS }, () => {
  test('on the 2nd, a release adds a field: minor, and nothing fails', async () => {
    await branch('release', {
      'api/shop.yaml': spec('1.1.0', { fields: NOTE + field('currency') }),
    })
    const { code, stdout } = await ci()
    expect(stdout).toContain('1 additive')
    expect(stdout).toContain('minor version bump')
    expect(code).toBe(0)
    merge('release')
  })

  test('on the 4th, somebody edits the document and forgets to generate', async () => {
    git('switch', '-qc', 'forgotten', 'main')
    project.write('api/shop.yaml', spec('1.1.0', { fields: NOTE + field('currency') + field('x') }))
    const { code, stdout } = await ci()
    expect(stdout).toContain('✗ tagwire check')
    expect(code).toBe(1)
    git('checkout', '-q', '.')
  })

  test('on the 6th, a hotfix removes a field: major, until it is accepted with a reason', async () => {
    await branch('hotfix', { 'api/shop.yaml': spec('1.1.1', { fields: field('currency') }) })
    const failed = await ci()
    expect(failed.stdout).toContain('Order.note: removed')
    expect(failed.stdout).toContain('major version bump')
    expect(failed.code).toBe(1)
    project.write(
      'accepted.yaml',
      '- { change: response-optional-property-removed, path: /orders**, subject: Order.note, reason: It leaked addresses }\n',
    )
    const accepted = await ci('--accepted', 'accepted.yaml')
    expect(accepted.stdout).toContain('accepted: It leaked addresses')
    expect(accepted.code).toBe(0)
    git('add', '.')
    git('commit', '-qm', 'accepted')
    merge('hotfix')
  })

  const update = (har: string, ...args: string[]) => {
    git('switch', '-q', 'main')
    project.write('seen/today.har', har)
    return tagwire(['ci', '--update', '--samples', 'shop=seen', ...args])
  }
  const unchanged = (): void => {
    expect(git('branch', '--show-current')).toBe('main')
    expect(git('status', '--porcelain')).toBe('')
  }

  test('on the 9th, the service is down, and nothing is learned', async () => {
    const { code, stdout } = await update(
      traffic(
        { path: '/v1/orders', status: 503, type: 'text/html', body: '<html>' },
        { path: '/v1/orders/a', status: 500, body: { error: 'x' } },
        { path: '/v1/orders/b', status: 429, body: {} },
      ),
    )
    expect(stdout).toContain('Nothing to commit.')
    // Nobody was there to compare with.
    expect(code).toBe(1)
    unchanged()
  })

  test('on the 10th, it is up with empty orders, and the update stops and asks', async () => {
    const { code, stderr } = await update(traffic({ path: '/v1/orders', body: [{}] }))
    expect(stderr).toContain('2 of 2 operations of api/shop.yaml would be described more loosely')
    expect(code).toBe(1)
    unchanged()
  })

  test('on the 12th, it has a new field, and a page of another host is in the recording', async () => {
    const { code, stdout } = await update(
      traffic(
        { path: '/v1/orders', body: [{ ...ORDER, address: { city: 'Rome' } }] },
        { path: '/v1/orders', host: 'cdn.other.example', body: [{ wrong: true }] },
      ),
    )
    expect(code).toBe(0)
    expect(stdout).toContain('1 left out')
    expect(stdout).toContain('diff       @acme/shop: minor, 1 change')
    const document = project.read('api/shop.yaml')
    expect(document).toMatch(/address:\s+type: object\s+properties:\s+city:\s+type: string/)
    expect(document).toContain('# What people buy.')
    expect(document).not.toContain('wrong')
    expect(git('branch', '--show-current')).toBe('tagwire/update')
    merge('tagwire/update')
  })

  test('on the 16th, a fork of GitLab is compared with what it started from', async () => {
    const start = git('rev-parse', 'main')
    const [first = ''] = git('rev-list', '--max-parents=0', 'main').split('\n')
    // `origin` is the fork, which nobody has updated since the first release.
    git('update-ref', 'refs/remotes/origin/main', first)
    await branch('fork', { 'README.md': 'A typo.' })
    const env = {
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: start,
    }
    const { code, stdout } = await tagwire(['ci'], env)
    expect(stdout).toContain('Nothing changed for callers.')
    expect(code).toBe(0)
    merge('fork')
  })

  test('on the 20th, the package has another key, folder and file, and a field goes with it', async () => {
    const packages = { store: { ...PACKAGE, spec: 'api/store.yaml', out: 'packages/store' } }
    const document = project.read('api/shop.yaml').replace(/ {8}currency:[^\n]*\n/, '')
    await branch('rename', { 'api/store.yaml': document, 'tagwire.config.json': config(packages) })
    const { code, stdout } = await ci()
    expect(stdout).toContain('Order.currency: removed')
    expect(code).toBe(1)
    git('switch', '-q', 'main')
  })

  test('on the 23rd, a package is removed, or gets another npm name: callers lose it', async () => {
    await branch('renamed', {
      'tagwire.config.json': config({ shop: { ...PACKAGE, name: '@acme/store' } }),
    })
    const { code, stdout } = await ci()
    expect(stdout).toContain('The package @acme/shop is no longer generated')
    expect(stdout).toContain('@acme/store takes its place.')
    expect(code).toBe(1)
    git('switch', '-q', 'main')
  })

  test('on the 27th, only an internal endpoint breaks, which the policy knows', async () => {
    const internal = (name: string): string => `  /internal/stats:
    get:
      operationId: stats
      responses:
        '200':
          description: Numbers.
          content: { application/json: { schema: { type: object, properties: { ${name}: { type: integer } } } } }
`
    const policy = [{ path: '/internal/**', severity: 'docs', reason: 'our own dashboard' }]
    await branch('stats', {
      'api/shop.yaml': spec('1.2.0', { more: internal('count') }),
      'tagwire.config.json': config({ shop: { ...PACKAGE, policy } }),
    })
    merge('stats')
    await branch('stats-2', { 'api/shop.yaml': spec('1.2.1', { more: internal('sum') }) })
    const { code, stdout } = await ci()
    expect(stdout).toContain('[breaking, counted as docs by the policy: our own dashboard]')
    expect(code).toBe(0)
    merge('stats-2')
  })

  test('on the 30th, everything agrees', async () => {
    const { code, stdout } = await ci('--sarif', 'reports/s.json')
    expect(stdout.match(/^✓/gm)).toHaveLength(3)
    expect(code).toBe(0)
    expect(JSON.parse(project.read('reports/s.json')).runs).toMatchObject([{ results: [] }])
  })
})
