import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { oasdiffRule } from '../../../generator/src/compare/policy/oasdiff-ids.js'
import { rules } from '../../../generator/src/compare/schemas/rules.js'
import { createProject, type Run, run } from '../cli/cli.fixture.js'

/** How severe changes are for one team, and which of them it has accepted. */

function spec(fields: { shared?: boolean; inner?: boolean; sent?: boolean } = {}): string {
  const { shared = true, inner = true, sent = true } = fields
  return `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200': { description: Orders., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
    post:
      operationId: createOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Draft' } } } }
      responses: { '204': { description: Done. } }
  /internal/stats/daily:
    get:
      operationId: stats
      responses:
        '200': { description: Numbers., content: { application/json: { schema: { $ref: '#/components/schemas/Stats' } } } }
components:
  schemas:
    Draft: { type: object, properties: { name: { type: string }${sent ? ', note: { type: string }' : ''} } }
    Shared: { type: object, properties: { id: { type: string }${shared ? ', fee: { type: string }' : ''} } }
    Order: { type: object, properties: { shared: { $ref: '#/components/schemas/Shared' } } }
    Stats:
      type: object
      properties: { shared: { $ref: '#/components/schemas/Shared' }, count: { type: integer }${inner ? ', old: { type: string }' : ''} }
`
}

interface Change {
  readonly class: string
  readonly kind: string
  readonly subject: string
  readonly ruled?: object
  readonly accepted?: string
}

/** What changes are, as `Type.field class`, and the exit code. */
async function compared(
  policy: readonly object[],
  after: Parameters<typeof spec>[0],
  accepted?: string,
  ...args: string[]
): Promise<{ found: string[]; code: number | null; text: string; stderr: string; json: Run }> {
  const packages = { shop: { spec: 'new.yaml', out: 'out', policy } }
  const project = createProject({
    'old.yaml': spec(),
    'new.yaml': spec(after),
    'tagwire.config.json': JSON.stringify({ packages }),
    ...(accepted === undefined ? {} : { 'accepted.yaml': accepted }),
  })
  onTestFinished(() => project.remove())
  const given = accepted === undefined ? args : [...args, '--accepted', 'accepted.yaml']
  const command = ['diff', 'old.yaml', 'package:shop', ...given]
  const json = await run(project.folder, [...command, '--json'])
  const { stdout: text, stderr } = await run(project.folder, command)
  const { changes = [] }: { changes?: Change[] } = json.stdout === '' ? {} : JSON.parse(json.stdout)
  const found = changes.map(
    (each) =>
      `${each.subject} ${each.class}${each.accepted === undefined ? '' : ` accepted: ${each.accepted}`}`,
  )
  return { found, code: json.code, text, stderr, json }
}

const docs = { rule: 'field-removed', severity: 'docs' }

describe('severity', () => {
  test.each<[string, object, string]>([
    ['by rule', docs, 'docs'],
    ['by a pattern of rules', { ...docs, rule: 'field-*' }, 'docs'],
    ['by subject', { ...docs, subject: 'Stats.*' }, 'docs'],
    ['by operation', { ...docs, operation: 'stat*' }, 'docs'],
    ['by path', { ...docs, path: '/internal/**' }, 'docs'],
    ['by the id of oasdiff', { ...docs, rule: 'response-optional-property-removed' }, 'docs'],
    ['not of another subject', { ...docs, subject: 'Order.*' }, 'breaking'],
    ['not of another operation', { ...docs, operation: 'listOrders' }, 'breaking'],
    ['not of another path', { ...docs, path: '/internal/*' }, 'breaking'],
    ['not in the other direction', { ...docs, rule: 'request-property-removed' }, 'breaking'],
  ])('%s', async (_, entry, severity) => {
    const { found, code } = await compared([entry], { inner: false })
    expect(found).toEqual([`Stats.old ${severity}`])
    expect(code).toBe(severity === 'breaking' ? 1 : 0)
  })

  test('is only lowered if every operation is meant, and raised if one is', async () => {
    const internal = { ...docs, path: '/internal/**' }
    expect((await compared([internal], { shared: false })).found).toEqual(['Shared.fee breaking'])
    const all = await compared([internal, { ...docs, path: '/orders' }], { shared: false })
    expect(all.found).toEqual(['Shared.fee breaking'])
    const raised = { subject: 'Shared.*', path: '/orders', severity: 'breaking' }
    const both = await compared([docs, raised], { shared: false })
    expect(both.found).toEqual(['Shared.fee breaking'])
  })

  test('of the last entry that fits, and the output says so', async () => {
    const reason = 'only our own dashboard'
    const entries = [
      { ...docs, severity: 'additive' },
      { ...docs, reason },
    ]
    const { text, json } = await compared(entries, { inner: false })
    expect(text).toContain('[breaking, counted as docs by the policy: only our own dashboard]')
    expect(JSON.parse(json.stdout)).toMatchObject({
      step: 'patch',
      changes: [{ class: 'docs', ruled: { from: 'breaking', reason } }],
    })
  })

  test.each([
    [{ rule: 'field-remvoed', severity: 'docs' }, 'Did you mean field-removed?'],
    [{ rule: 'field-removed', severity: 'low' }, 'severity must be breaking, additive, docs'],
    [{ severity: 'docs' }, 'needs one of rule, subject, operation, path'],
    [{ rule: 'field-removed', serverity: 'docs' }, 'unknown option "serverity"'],
  ])('a mistake in it is named: %j', async (entry, message) => {
    const { stderr, code } = await compared([entry], { inner: false })
    expect(code).not.toBe(0)
    expect(stderr).toContain(message)
  })
})

describe('acceptance', () => {
  const entry = (more: string): string =>
    `- { change: field-removed, ${more}, reason: Nobody reads it }\n`
  test.each([
    ['subject: Stats.*', true],
    ['operation: stats', true],
    ["path: '/internal/**'", true],
    ["path: '/internal/**', until: 2001-01-31", false],
    ['subject: Order.*', false],
  ])('by pattern: %s', async (more, isAccepted) => {
    const { found, code } = await compared([], { inner: false }, entry(more))
    expect(found).toEqual([`Stats.old breaking${isAccepted ? ' accepted: Nobody reads it' : ''}`])
    expect(code).toBe(isAccepted ? 0 : 1)
  })

  test('by the id of oasdiff, in its direction', async () => {
    const list = '- { change: request-property-removed, subject: "*", reason: Ignored }\n'
    const { found } = await compared([], { sent: false, inner: false }, list)
    expect(found).toEqual(['Draft.note breaking accepted: Ignored', 'Stats.old breaking'])
  })

  test('of everything, or without a reason, is refused', async () => {
    for (const list of [
      '- { change: field-removed, reason: x }',
      '- { change: field-removed, subject: x }',
    ]) {
      const { stderr } = await compared([], { inner: false }, list)
      expect(stderr).toContain('needs a')
    }
  })
})

describe('two plain documents have the policy of the package that one of them is for', () => {
  const policy = [{ path: '/internal/**', severity: 'docs', reason: 'ours' }]
  const acceptedBreaks = [
    { change: 'field-removed', subject: 'Draft.*', reason: 'Ignored', until: '2999-01-01' },
    { change: 'field-removed', subject: 'Stats.*', reason: 'Too late', until: '2001-01-01' },
  ]
  const files = (packages: object): Record<string, string> => ({
    'old.yaml': spec(),
    'api/new.yaml': spec({ inner: false, sent: false }),
    'tagwire.config.json': JSON.stringify({ packages }),
  })
  const shop = { spec: 'api/new.yaml', out: 'out', policy, acceptedBreaks }

  async function plain(
    packages: object,
    args: readonly string[],
  ): Promise<Run & { found: string }> {
    const project = createProject(files(packages))
    onTestFinished(() => project.remove())
    const result = await run(project.folder, ['diff', ...args])
    const [found = ''] = result.stdout.split('\n\n').slice(-1)
    return { ...result, found: found.split(':')[0] ?? '' }
  }

  const LENIENT = '1 breaking, 1 docs'
  const PLAIN = '2 breaking'
  test.each<[string, object, string[], string]>([
    ['as the new one', { shop }, ['old.yaml', 'api/new.yaml'], LENIENT],
    ['as the old one', { shop }, ['api/new.yaml', 'old.yaml'], '1 additive, 1 docs'],
    ['as a longer path', { shop }, ['old.yaml', './api/../api/new.yaml'], LENIENT],
    [
      'by a named configuration',
      { shop: { ...shop, spec: 'x.yaml' } },
      ['old.yaml', 'api/new.yaml', '--config', 'tagwire.config.json'],
      LENIENT,
    ],
    [
      'but not of another package',
      { shop: { ...shop, spec: 'x.yaml' } },
      ['old.yaml', 'api/new.yaml'],
      PLAIN,
    ],
    [
      'of either package if they agree',
      { shop, other: { ...shop, out: 'b' } },
      ['old.yaml', 'api/new.yaml'],
      LENIENT,
    ],
  ])('%s', async (_, packages, args, wanted) => {
    const { found, stdout, code } = await plain(packages, args)
    expect(found).toBe(wanted)
    expect(code).toBe(wanted === PLAIN ? 1 : 0)
    if (wanted !== LENIENT) return
    expect(stdout).toContain('[accepted: Ignored]')
    expect(stdout).toContain('counted as docs by the policy: ours')
  })

  test('and is told which, if packages differ or none fits', async () => {
    const other = { spec: 'api/new.yaml', out: 'b' }
    const differing = await plain({ shop, other }, ['old.yaml', 'api/new.yaml'])
    expect(differing.found).toBe(PLAIN)
    expect(differing.stderr).toContain('The packages shop, other have this document')
    const far = { ...shop, spec: 'x.yaml' }
    const args = ['old.yaml', 'api/new.yaml', '--config', 'tagwire.config.json']
    const none = await plain({ shop: far, other: { ...far, out: 'b' } }, args)
    expect(none.stderr).toContain('No package of tagwire.config.json has api/new.yaml')
  })

  test('says when an accepted change has expired', async () => {
    const { stderr } = await plain({ shop: { ...shop, policy: [] } }, ['old.yaml', 'api/new.yaml'])
    expect(stderr).toContain('field-removed of Stats.* was accepted until 2001-01-01')
  })

  test('compares without a configuration that does not load', async () => {
    const { found, stderr } = await plain({ shop: { ...shop, polcy: [] } }, [
      'old.yaml',
      'api/new.yaml',
    ])
    expect(found).toBe(PLAIN)
    expect(stderr).toContain('No policy is used: ')
    expect(stderr).toContain('unknown option "polcy"')
  })
})

test('the output says whose answer it is', async () => {
  const tolerant = await compared([], { inner: false })
  expect(tolerant.text).toContain(
    '1 breaking: major version bump. Judged for clients made by tagwire (--for tolerant).',
  )
  expect(JSON.parse(tolerant.json.stdout)).toMatchObject({ for: 'tolerant' })
  const strict = await compared([], { inner: false }, undefined, '--for', 'strict')
  expect(strict.text).toContain('major version bump. Judged for any client (--for strict).')
  expect(JSON.parse(strict.json.stdout)).toMatchObject({ for: 'strict' })
})

test('every id of oasdiff that our rules are compared with is an alias of that rule', () => {
  const file = fileURLToPath(new URL('../../../docs/rules/compared.json', import.meta.url))
  const compared: Record<string, { rules: string[] }> = JSON.parse(readFileSync(file, 'utf8'))
  const missing = Object.entries(compared).flatMap(([kind, { rules: ids }]) =>
    ids
      .filter((id) => !oasdiffRule(id)?.kinds.some((each) => each === kind))
      .map((id) => `${kind} ${id}`),
  )
  // Also those that nothing here corresponds to.
  for (const id of [
    'api-sunset-date-too-small',
    'sunset-deleted',
    'api-stability-decreased',
    'api-major-version-not-bumped',
    'request-property-sunset-date-too-small',
    'api-security-component-oauth-scope-removed',
    'response-media-type-name-generalized',
  ]) {
    expect(`${id} ${oasdiffRule(id) !== undefined}`).toBe(`${id} true`)
  }
  expect(oasdiffRule('request-property-remvoed')).toBeUndefined()
  expect(Object.keys(compared).sort()).toEqual(Object.keys(rules).sort())
  expect(missing).toEqual([])
})
