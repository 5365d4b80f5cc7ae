import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diff } from '../../../../generator/src/index.js'
import { BROKEN, createProject, type Project, run } from '../cli.fixture.js'

const OLD = `openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
  /steps:
    get:
      operationId: steps
      description: All steps.
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
const DOCS = OLD.replace('All steps.', 'Every step.')
const ADDITIVE = `${DOCS}        more: { type: string }\n`
const BREAKING = ADDITIVE.replace('        note: { type: string }\n', '')

let project: Project
beforeAll(() => {
  project = createProject({
    'old.yaml': OLD,
    'docs.yaml': DOCS,
    'additive.yaml': ADDITIVE,
    'breaking.yaml': BREAKING,
    'broken.yaml': BROKEN,
    'hostile.yaml': OLD.replace('note:', '"\\e[31m\\u202e\\nnote":'),
  })
})
afterAll(() => project.remove())

describe('exit codes', () => {
  test.each([
    ['old.yaml', [], 0],
    ['docs.yaml', ['--fail-on', 'additive'], 0],
    ['additive.yaml', [], 0],
    ['additive.yaml', ['--fail-on', 'breaking'], 0],
    ['additive.yaml', ['--fail-on', 'additive'], 1],
    ['breaking.yaml', [], 1],
    ['breaking.yaml', ['--fail-on=additive'], 1],
    ['broken.yaml', [], 1],
  ])('old.yaml %s %j: %i', async (file, flags, want) => {
    for (const more of [[], ['--json'], ['--quiet']]) {
      const { code } = await run(project.folder, ['diff', 'old.yaml', file, ...flags, ...more])
      expect(code).toBe(want)
    }
  })

  test.each([
    ['one document', ['old.yaml'], 'diff requires two documents, the old one and the new one.'],
    [
      'three documents',
      ['a', 'b', 'c'],
      'diff requires two documents, the old one and the new one.',
    ],
    ['another class', ['a', 'b', '--fail-on', 'docs'], '--fail-on must be breaking or additive.'],
  ])('%s is a mistake', async (_, args, message) => {
    const { code, stdout, stderr } = await run(project.folder, ['diff', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(`${message} See \`tagwire --help\`.\n`)
  })
})

describe('output', () => {
  test('is by class and place, and ends with the step', async () => {
    const { stdout, stderr } = await run(project.folder, ['diff', 'old.yaml', 'breaking.yaml'])
    expect(stderr).toBe('')
    expect(stdout).toBe(`Breaking (1)
  old.yaml:19:9  Step.note: removed (was optional)

Additive (1)
  breaking.yaml:19:9  Step.more: added, optional

Docs (1)
  breaking.yaml:5:5  steps: description changed

1 breaking, 1 additive, 1 docs: major version bump. Judged for clients made by tagwire (--for tolerant).
`)
  })

  test('says that nothing changed', async () => {
    const { stdout } = await run(project.folder, ['diff', 'old.yaml', 'old.yaml'])
    expect(stdout).toBe('Nothing changed for callers.\n')
  })

  test('with --quiet is only what makes it fail', async () => {
    const quiet = async (...args: string[]): Promise<string> =>
      (await run(project.folder, ['diff', 'old.yaml', ...args, '--quiet'])).stdout
    expect(await quiet('additive.yaml')).toBe('')
    expect(await quiet('breaking.yaml')).toBe(
      'Breaking (1)\n  old.yaml:19:9  Step.note: removed (was optional)\n\n',
    )
  })

  test('has colours only where they were asked for', async () => {
    const args = ['diff', 'old.yaml', 'breaking.yaml']
    const plain = await run(project.folder, args)
    const forced = await run(project.folder, args, { FORCE_COLOR: '1' })
    expect(plain.stdout).not.toContain('\u001b')
    expect(forced.stdout).toContain('\u001b[31mBreaking (1)\u001b[0m')
  })

  test('prints no control character of a document', async () => {
    const { stdout } = await run(project.folder, ['diff', 'old.yaml', 'hostile.yaml'])
    expect(stdout).toContain('note')
    for (const control of ['\u001b', '\u202e']) expect(stdout).not.toContain(control)
  })

  test('of documents with errors is their errors, of both', async () => {
    const { stdout, stderr } = await run(project.folder, ['diff', 'broken.yaml', 'none.yaml'])
    expect(stdout).toBe('')
    expect(stderr).toContain('broken.yaml:9:53 error TW2001')
    expect(stderr).toContain('error TW1001 cannot read none.yaml')
  })

  test('of an old document with errors has them as warnings', async () => {
    const { stdout, stderr } = await run(project.folder, ['diff', 'broken.yaml', 'old.yaml'])
    expect(stdout).not.toBe('')
    expect(stderr).toContain('warning TW7011 the old document has an error')
    expect(stderr).toContain('broken.yaml:9:53 warning TW2001')
    expect(stderr).not.toContain(' error ')
  })

  test('is the same in every run', async () => {
    const args = ['diff', 'old.yaml', 'breaking.yaml', '--json']
    const [one, two] = [await run(project.folder, args), await run(project.folder, args)]
    expect(one.stdout).toBe(two.stdout)
  })
})

describe('as data', () => {
  const WANTED = {
    diagnostics: [],
    step: 'major',
    counts: { breaking: 1, additive: 1, docs: 1 },
    changes: [
      { class: 'docs', kind: 'docs-changed', step: 'patch', subject: 'steps', side: 'new' },
      { class: 'additive', kind: 'field-added', step: 'minor', subject: 'Step.more', side: 'new' },
      {
        class: 'breaking',
        kind: 'field-removed',
        step: 'major',
        subject: 'Step.note',
        message: 'removed (was optional)',
        side: 'old',
        file: 'old.yaml',
        pointer: '/components/schemas/Step/properties/note',
        line: 19,
        column: 9,
      },
    ],
  }

  test('--json prints one document', async () => {
    const { stdout } = await run(project.folder, ['diff', 'old.yaml', 'breaking.yaml', '--json'])
    expect(JSON.parse(stdout)).toMatchObject(WANTED)
  })

  test('the library returns the same', async () => {
    const result = await diff('old.yaml', 'breaking.yaml', { cwd: project.folder })
    expect(result).toMatchObject(WANTED)
    const { stdout } = await run(project.folder, ['diff', 'old.yaml', 'breaking.yaml', '--json'])
    expect(JSON.parse(stdout)).toEqual(result)
  })

  test('documents with errors have diagnostics and no changes', async () => {
    const result = await diff('old.yaml', 'broken.yaml', { cwd: project.folder })
    expect(result.changes).toBeUndefined()
    expect(result.diagnostics).toMatchObject([{ code: 'TW2001', file: 'broken.yaml', line: 9 }])
  })
})
