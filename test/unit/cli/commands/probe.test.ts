import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probe } from '../../../../generator/src/index.js'
import { BROKEN, createProject, type Project, run, start } from '../cli.fixture.js'

const SPEC = `openapi: 3.1.0
info: { title: Assets, version: 1.0.0 }
paths:
  /assets:
    get:
      operationId: assets
      parameters:
        - { name: slow, in: query, schema: { type: boolean } }
      responses:
        '200':
          description: All of them.
          content: { application/json: { schema: { $ref: '#/components/schemas/Assets' } } }
components:
  schemas:
    Assets:
      type: object
      required: [assets]
      properties:
        assets:
          type: array
          items: { $ref: '#/components/schemas/Asset' }
    Asset:
      type: object
      required: [denom, decimals]
      properties:
        denom: { type: string }
        decimals: { type: integer }
        kind: { type: string, enum: [NATIVE, IBC] }
`
const SLOW = SPEC.replace('schema: { type: boolean }', 'example: true')

const asset = { denom: 'uosmo', decimals: 6, kind: 'IBC' }

let project: Project
let server: Server
let url: string
beforeAll(async () => {
  project = createProject({
    'spec.yaml': SPEC,
    'slow.yaml': SLOW,
    'broken.yaml': BROKEN,
    'good/asset.01.json': JSON.stringify(asset),
    'drifting/asset.01.json': JSON.stringify({ ...asset, kind: 'CW20', logo: null }),
    'bad/asset.01.json': JSON.stringify({ denom: null, kind: 'IBC' }),
    'bad/asset.02.json': JSON.stringify({ denom: 'uosmo', kind: 'CW20' }),
    'bad/assets.response.json': JSON.stringify({ assets: [asset, { denom: 'uatom' }] }),
    'bad/unheard-of.json': '{}',
    'bad/broken/asset.json': '{',
    'empty/readme.md': 'nothing',
    'strange/unheard-of.json': '{}',
    'hostile/asset.json': JSON.stringify({ ...asset, '\u001b[31mred\n\u202e': 1 }),
  })
  server = createServer((request, response) => {
    if (request.url?.includes('slow')) return
    if (request.headers['x-key'] === 'expired') response.statusCode = 401
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ assets: [asset] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await project.remove()
})

const WANT = `Failed (1)
  broken/asset.json: no JSON

Unknown names (1)
  unheard-of.json: no schema has this name

Mismatches (4)
  3× remove \`decimals\` from required of Asset (spec.yaml:24:25)
      asset.01.json /decimals: expected integer, received nothing
      asset.02.json /decimals: expected integer, received nothing
      assets.response.json /assets/1/decimals: expected integer, received nothing
  1× let Asset.denom be null (spec.yaml:26:18)
      asset.01.json /denom: expected string, received null

Drift (1)
  1× add enum value "CW20" to Asset.kind (spec.yaml:28:31)
      asset.02.json /kind: expected one of "NATIVE", "IBC", received "CW20"

5 payloads: 3 do not fit, 1 failed, 1 unknown by name.
`

describe('what it prints', () => {
  test('every mismatch under the change that would mend it', async () => {
    const { code, stdout, stderr } = await run(project.folder, [
      'probe',
      'spec.yaml',
      '--samples',
      'bad',
    ])
    expect(stdout).toBe(WANT)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  })

  test('with --quiet only what makes it fail', async () => {
    const args = ['probe', 'spec.yaml', '--samples', 'bad', '--quiet']
    const { stdout, stderr } = await run(project.folder, args)
    const [failed, , mismatches] = WANT.split('\n\n')
    expect({ stdout, stderr }).toEqual({ stdout: `${failed}\n\n${mismatches}\n`, stderr: '' })
    const good = await run(project.folder, ['probe', 'spec.yaml', '--samples', 'good', '--quiet'])
    expect(good).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('--allow-remote lets it read remote references', async () => {
    const remote = `components: { schemas: { Asset: { $ref: 'http://127.0.0.1/asset.json' } } }\n`
    const [head = ''] = SPEC.split('components:')
    project.write('remote.yaml', head.replace('schemas/Assets', 'schemas/Asset') + remote)
    const args = ['probe', 'remote.yaml', '--samples', 'good']
    const refused = await run(project.folder, args)
    expect(refused.stderr).toContain('is not fetched')
    const tried = await run(project.folder, [...args, '--allow-remote'])
    expect(tried.stderr).toContain('http://127.0.0.1/asset.json is not https')
    const options = { cwd: project.folder, samples: 'good', allowRemote: true }
    const { diagnostics } = await probe('remote.yaml', options)
    expect(diagnostics.map(({ code }) => code)).toContain('TW1010')
  })

  test("prints the library's result with --json", async () => {
    const args = ['probe', 'spec.yaml', '--samples', 'bad', '--json']
    const { stdout, stderr } = await run(project.folder, args)
    const result = await probe('spec.yaml', { cwd: project.folder, samples: 'bad' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(result)))
    expect(Object.keys(result)).toEqual([
      'ok',
      'diagnostics',
      'counts',
      'payloads',
      'mismatches',
      'fixes',
    ])
  })

  test('nothing that a terminal would act on', async () => {
    const { stdout } = await run(project.folder, ['probe', 'spec.yaml', '--samples', 'hostile'])
    expect(stdout).toContain('add property `·[31mred··` (integer) to Asset')
  })

  test('prints a line for each call outside of a terminal', async () => {
    const { code, stdout, stderr } = await run(project.folder, ['probe', 'spec.yaml', '--url', url])
    expect(stderr).toBe('1/1 assets: pass\n')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 payload: 1 fit.\n' })
  })

  test('says why nothing is proposed where a credential is missing', async () => {
    const args = ['probe', 'spec.yaml', '--url', url, '--header', 'x-key: expired']
    const { stdout } = await run(project.folder, args)
    expect(stdout).toContain(
      'an outage, or a credential that is missing, is no reason to change the document (--learn outages)',
    )
  })
})

describe('exit codes', () => {
  test.each<readonly [string, readonly string[], number]>([
    ['all fits', ['spec.yaml', '--samples', 'good'], 0],
    ['only drift', ['spec.yaml', '--samples', 'drifting'], 0],
    ['only drift, to the letter', ['spec.yaml', '--samples', 'drifting', '--strict'], 1],
    ['a mismatch', ['spec.yaml', '--samples', 'bad'], 1],
    ['nothing known', ['spec.yaml', '--samples', 'strange'], 1],
    ['no server', ['spec.yaml', '--url', 'http://127.0.0.1:1'], 1],
    ['a document with errors', ['broken.yaml', '--samples', 'good'], 1],
    ['no document', ['nowhere.yaml', '--samples', 'good'], 1],
  ])('%s', async (_, args, want) => {
    for (const more of [[], ['--json'], ['--quiet']]) {
      const { code } = await run(project.folder, ['probe', ...args, ...more])
      expect(code).toBe(want)
    }
  })

  test('a document with errors prints them, and compares nothing', async () => {
    const args = ['probe', 'broken.yaml', '--samples', 'good']
    const { stdout, stderr } = await run(project.folder, args)
    expect(stdout).toBe('')
    expect(stderr).toContain('error TW2001')
  })

  test.each<readonly [string, readonly string[], string]>([
    ['no document', [], 'probe requires one document.'],
    ['two documents', ['a', 'b'], 'probe requires one document.'],
    ['nothing to compare with', ['spec.yaml'], 'probe requires --url, --samples or --record.'],
    ['no folder', ['spec.yaml', '--samples', 'x'], 'The folder of samples cannot be read.'],
    [
      'no files',
      ['spec.yaml', '--samples', 'empty'],
      'There are no JSON, HAR or cURL files in the folder of samples.',
    ],
    ['no address', ['spec.yaml', '--url', 'x'], 'The server URL is not http or https.'],
    [
      'no header',
      ['spec.yaml', '--url', 'http://x', '--header', 'secret'],
      "--header must be 'Name: value'.",
    ],
    [
      'an impossible header',
      ['spec.yaml', '--url', 'http://x', '--header', 'a b: secret'],
      'A header has a name or a value that HTTP does not allow.',
    ],
    [
      'no number',
      ['spec.yaml', '--url', 'http://x', '--timeout-ms', 'x'],
      'The timeout of a call is not a number above 0.',
    ],
  ])('%s is a mistake', async (_, args, message) => {
    const { code, stdout, stderr } = await run(project.folder, ['probe', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(`${message} See \`tagwire --help\`.\n`)
  })

  test('Ctrl-C ends it immediately, with the findings so far', async () => {
    const child = start(project.folder, ['probe', 'slow.yaml', '--url', url, '--samples', 'bad'])
    let stdout = ''
    child.stdout.on('data', (data) => {
      stdout += String(data)
    })
    const asked = once(server, 'request')
    await asked
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    expect(code).toBe(130)
    expect(stdout).toContain('assets: interrupted')
    expect(stdout).toContain('Mismatches (4)')
    expect(stdout).toMatch(/ Interrupted\.\n$/)
  })
})
