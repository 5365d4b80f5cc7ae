import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BROKEN, createProject, type Project, run } from '../cli.fixture.js'

const SPEC = `openapi: 3.1.0
info: { title: Steps, version: 1.2.3 }
paths:
  /steps:
    get:
      operationId: list_steps
      responses:
        '200':
          description: All of them.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Step' } } } }
components:
  schemas:
    Step:
      required: [id]
      properties: { id: { type: string, format: uuid } }
      oneOf:
        - { type: object, required: [go], properties: { go: { type: string, format: int64 } } }
        - { type: object, required: [stay], properties: { stay: { type: boolean } } }
    Kind: { type: string, enum: [a, b] }
    Lone: { type: string, enum: [a] }
    Box: { type: object, properties: { kind: { $ref: '#/components/schemas/Kind' } } }
`

let project: Project
beforeAll(() => {
  project = createProject({ 'spec.yaml': SPEC, 'broken.yaml': BROKEN })
})
afterAll(() => project.remove())

test('inspect shows operations, types, unions with style, keys and shared fields, and formats', async () => {
  const { code, stdout, stderr } = await run(project.folder, ['inspect', 'spec.yaml'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`Steps 1.2.3 (openapi 3.1.0, spec.yaml)

Operations (1)
  listSteps  GET /steps  safe, idempotent

Tagged unions (1)
  Step  key  go | stay  beside id

Types (3)
  Kind  enumeration  2 values
  Lone  enumeration  1 value
  Box   record       1 field, 0 required

Formats (3)
  string int64  1
  boolean       1
  string uuid   1
`)
})

test('inspect --json prints the model as one document', async () => {
  const { code, stdout, stderr } = await run(project.folder, ['inspect', 'spec.yaml', '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    diagnostics: [],
    model: {
      title: 'Steps',
      operations: [{ id: 'list_steps', name: 'listSteps' }],
      declarations: [
        { name: 'Step', shape: { kind: 'union', tagging: { style: 'key' } } },
        { name: 'Kind', shape: { kind: 'enumeration', values: ['a', 'b'], open: true } },
        { name: 'Lone', shape: { kind: 'enumeration', values: ['a'] } },
        { name: 'Box', shape: { kind: 'record' } },
      ],
    },
  })
})

test('inspect of a document with errors exits with 1', async () => {
  const shown = await run(project.folder, ['inspect', 'broken.yaml'])
  expect({ code: shown.code, stdout: shown.stdout }).toEqual({ code: 1, stdout: '' })
  expect(shown.stderr).toContain('broken.yaml:9:53 error TW2001')
  const data = await run(project.folder, ['inspect', 'broken.yaml', '--json'])
  expect(JSON.parse(data.stdout)).toEqual({ diagnostics: [expect.objectContaining({ line: 9 })] })
})

test('inspect of no file is one message', async () => {
  for (const name of ['no-such.yaml', '.']) {
    const { code, stderr } = await run(project.folder, ['inspect', name])
    expect(code).toBe(1)
    expect(stderr.match(/error TW1001 cannot read/g)).toHaveLength(1)
    if (name === '.')
      expect(stderr).toContain('It is a folder. Specify the document in it, such as spec.yaml.')
  }
})

test('--json has the remedy of every fault, also the one that the code alone has', async () => {
  const { stdout } = await run(project.folder, ['inspect', 'no-such.yaml', '--json'])
  expect(JSON.parse(stdout)).toEqual({
    diagnostics: [
      {
        code: 'TW1001',
        severity: 'error',
        message: 'cannot read no-such.yaml',
        help: expect.stringContaining('Check the path'),
      },
    ],
  })
})

test('init writes a configuration that generate understands', async () => {
  const fresh = createProject({ 'spec.yaml': SPEC })
  try {
    const made = await run(fresh.folder, ['init', 'spec.yaml', '--name', '@acme/steps'])
    expect(made).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote tagwire.config.ts. Next: npx tagwire generate\n',
    })
    expect(fresh.read('tagwire.config.ts')).toBe(`import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
    steps: {
      spec: 'spec.yaml',
      out: 'packages/steps',
      name: '@acme/steps',
    },
  },
})
`)
    expect((await run(fresh.folder, ['generate', 'steps', '--quiet'])).code).toBe(0)
    expect(fresh.has('packages/steps/src/unions.ts')).toBe(true)
    const again = await run(fresh.folder, ['init', 'spec.yaml'])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('TW7001 tagwire.config.ts already exists')
  } finally {
    await fresh.remove()
  }
})

test('inspect --quiet prints problems only', async () => {
  const fine = await run(project.folder, ['inspect', 'spec.yaml', '--quiet'])
  expect(fine).toEqual({ code: 0, stdout: '', stderr: '' })
  const broken = await run(project.folder, ['inspect', 'broken.yaml', '--quiet'])
  expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 1, stdout: '' })
  expect(broken.stderr).toContain('error TW2001')
})

test('init makes a name of a title with accents', async () => {
  const fresh = createProject({
    'spec.yaml': SPEC.replace(/title: [^,\n]+/, 'title: Über Café API'),
  })
  try {
    expect((await run(fresh.folder, ['init', 'spec.yaml', '--quiet'])).code).toBe(0)
    expect(fresh.read('tagwire.config.ts')).toMatch(
      /name: '@tagwire-cli-[a-z0-9-]+\/uber-cafe-api'/,
    )
  } finally {
    await fresh.remove()
  }
})

describe('init --config', () => {
  let fresh: Project
  beforeEach(() => {
    fresh = createProject({ 'api/spec.yaml': SPEC })
  })
  afterEach(() => fresh.remove())

  const init = (...args: string[]) => run(fresh.folder, ['init', 'api/spec.yaml', ...args])

  test.each(['conf/mine.json', 'mine.config.ts', 'conf/deep/mine.mjs'])('%s', async (file) => {
    const made = await init('--config', file, '--out', 'out/steps', '--name', 'steps')
    expect(made).toEqual({
      code: 0,
      stdout: '',
      stderr: `Wrote ${file}. Next: npx tagwire generate --config ${file}\n`,
    })
    expect(fresh.has('tagwire.config.ts')).toBe(false)
    // Also where `tagwire`, which all but the first import, is not installed.
    expect((await run(fresh.folder, ['generate', '--config', file])).code).toBe(0)
    expect(fresh.has('out/steps/src/unions.ts')).toBe(true)
  })

  test('extends a JSON configuration, and keeps its content', async () => {
    fresh.write('mine.json', '{ "packages": {}, "$schema": "x" }')
    expect((await init('--config', 'mine.json', '--name', 'one')).code).toBe(0)
    expect((await init('--config', 'mine.json', '--name', 'two')).code).toBe(0)
    expect(JSON.parse(fresh.read('mine.json'))).toEqual({
      $schema: 'x',
      packages: {
        one: { spec: 'api/spec.yaml', out: 'packages/one', name: 'one' },
        two: { spec: 'api/spec.yaml', out: 'packages/two', name: 'two' },
      },
    })
    const again = await init('--config', 'mine.json', '--name', 'one')
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('TW7001 mine.json already has one')
  })

  test.each([
    [
      'text that is no JSON',
      'mine.json',
      '{',
      1,
      'TW7001 mine.json is not a configuration in JSON',
    ],
    ['a list', 'mine.json', '[]', 1, 'TW7001 mine.json is not a configuration in JSON'],
    [
      'a file of another kind',
      'mine.yaml',
      'a: 1',
      2,
      '--config must be a .ts, .js, .mjs or .json file.',
    ],
  ])('%s is not modified', async (_, file, text, code, message) => {
    fresh.write(file, text)
    const made = await init('--config', file)
    expect(made.code).toBe(code)
    expect(made.stderr).toContain(message)
    expect(fresh.read(file)).toBe(text)
  })
})
