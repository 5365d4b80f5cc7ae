import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDictionary } from '../../../generator/src/model/json.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { createProject, type Project, run } from './cli.fixture.js'

function valueAt(text: string, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : isDictionary(at) ? at[key] : undefined),
    parseText(text, false).value,
  )
}

const SPEC = `# Steps, as they are.
openapi: 3.1.0
info: { title: Steps, version: 1.0.0 }
paths:
  /steps/{id}:
    post:
      operationId: step
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [size], properties: { size: { type: integer } } }
      responses:
        '200':
          description: Here it is.
          headers:
            X-Next: { required: true, schema: { type: string } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Step' } } }
components:
  schemas:
    Step:
      type: object
      required: [id, kind]
      properties:
        # Never the same twice.
        id: { type: integer }
        kind: { type: string, enum: [up, down] }
        secretToken: { type: integer }
`
const answer = (body: unknown, headers: { name: string; value: string }[] = []) => ({
  request: {
    method: 'POST',
    url: 'https://api.test/v1/steps/7?key=abc',
    postData: { text: '{"size":"big"}' },
  },
  response: {
    status: 200,
    headers,
    content: { mimeType: 'application/json', text: JSON.stringify(body) },
  },
})
const SECRET = 'sk_live_abc123'
const HAR = {
  log: {
    entries: [
      answer({ id: 1, kind: 'sideways', secretToken: SECRET }),
      answer({ id: 2, kind: 'sideways' }, [{ name: 'x-next', value: '8' }]),
      answer({ id: 3, kind: SECRET }, [{ name: 'X-Next', value: '8' }]),
    ],
  },
}
const CURL = `* Connected to api.test
> POST /v1/steps/7 HTTP/1.1
> Host: api.test
> 
< HTTP/1.1 200 OK
< content-type: application/json
< x-next: 8
< 
{ [20 bytes data]
{"id": 1,
 "kind": "sideways"}
`

let project: Project
beforeAll(() => {
  project = createProject({
    'openapi.yaml': SPEC,
    'traffic.har': JSON.stringify(HAR),
    'one.curl': CURL,
  })
})
afterAll(() => project.remove())

describe('an HTTP Archive', () => {
  test('is compared with the document, requests and headers included, and no value is shown', async () => {
    const { code, stdout } = await run(project.folder, [
      'probe',
      'openapi.yaml',
      '--samples',
      'traffic.har',
      '--strict',
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('traffic.har [1] request /size: expected integer, received string')
    expect(stdout).toContain('traffic.har [1] /secretToken: expected integer, received string')
    expect(stdout).toContain('expected the header X-Next, received nothing')
    expect(stdout).toContain('add enum value "sideways"')
    expect(stdout).not.toMatch(/sk_live|abc/)
  })

  test('JSON shows none either', async () => {
    const { stdout } = await run(project.folder, [
      'probe',
      'openapi.yaml',
      '--samples',
      'traffic.har',
      '--json',
    ])
    expect(stdout).not.toMatch(/sk_live|abc123/)
  })

  test('values are shown on request', async () => {
    const { stdout } = await run(project.folder, [
      'probe',
      'openapi.yaml',
      '--samples',
      'traffic.har',
      '--show-values',
    ])
    expect(stdout).toContain(`received string "${SECRET}"`)
  })
})

test('what curl -v prints', async () => {
  const { stdout } = await run(project.folder, [
    'probe',
    'openapi.yaml',
    '--samples',
    'one.curl',
    '--strict',
  ])
  expect(stdout).toContain('one.curl [1] /kind: expected one of "up", "down", received "sideways"')
})

test('an overlay has the same effect', async () => {
  await run(project.folder, [
    'probe',
    'openapi.yaml',
    '--samples',
    'one.curl',
    '--overlay',
    'seen.json',
  ])
  const { overlay, actions } = JSON.parse(project.read('seen.json'))
  expect(overlay).toBe('1.0.0')
  expect(actions).toEqual([
    {
      target: "$['components']['schemas']['Step']['properties']['kind']['enum']",
      update: 'sideways',
      description: expect.stringContaining('add enum value "sideways"'),
    },
  ])
})

test('an overlay says what it does not reach', async () => {
  const whole = project.read('openapi.yaml')
  const at = whole.indexOf('components:')
  const types = whole.slice(whole.indexOf('    Step:', at)).replaceAll(/^ {4}/gm, '')
  project.write('types.yaml', types)
  project.write(
    'split.yaml',
    whole.slice(0, at).replaceAll('#/components/schemas/', 'types.yaml#/'),
  )
  const args = ['probe', 'split.yaml', '--samples', 'one.curl', '--overlay', 'none.json']
  const { stderr } = await run(project.folder, args)
  expect(stderr).toContain(
    'Wrote none.json. One change is of types.yaml, which it does not reach; --apply writes them.',
  )
})

test('--apply edits the document; comments are kept, and the payloads match', async () => {
  const first = await run(project.folder, [
    'probe',
    'openapi.yaml',
    '--samples',
    'one.curl',
    '--apply',
  ])
  expect(first.stderr).toContain('Made 1 change in openapi.yaml.')
  const text = project.read('openapi.yaml')
  expect(text).toContain('# Steps, as they are.')
  expect(text).toContain('        # Never the same twice.\n')
  expect(valueAt(text, 'components', 'schemas', 'Step', 'properties', 'kind', 'enum')).toEqual([
    'up',
    'down',
    'sideways',
  ])
  const changed = text.split('\n').filter((line) => !SPEC.split('\n').includes(line))
  expect(changed).toEqual(['        kind: { type: string, enum: [up, down, sideways] }'])
  const second = await run(project.folder, [
    'probe',
    'openapi.yaml',
    '--samples',
    'one.curl',
    '--strict',
  ])
  expect(second.code).toBe(0)
})
