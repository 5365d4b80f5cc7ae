import { afterEach, describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import type { Shape } from '../../../generator/src/model/shapes/shape.js'
import { type ReadOptions, readModel } from '../../../generator/src/pipeline/read-model.js'
import { isPublicAddress } from '../../../generator/src/source/remote/addresses.js'
import {
  fetchText,
  type Network,
  type RemoteResponse,
} from '../../../generator/src/source/remote/fetch.js'
import { createProject, type Project } from '../cli/cli.fixture.js'

/** A world of hosts and files; it remembers who was called at which address. */
function world(
  files: Readonly<Record<string, string | RemoteResponse>>,
  hosts: Readonly<Record<string, readonly string[]>> = {},
): Network & { readonly calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    resolve: async (host) => hosts[host] ?? ['93.184.215.14'],
    get: async (url, address) => {
      calls.push(`${url.href} at ${address}`)
      const answer = files[url.href] ?? { status: 404, text: '' }
      return typeof answer === 'string' ? { status: 200, text: answer } : answer
    },
  }
}

const redirect = (location: string): RemoteResponse => ({ status: 302, text: '', location })

test.each([
  ['1.1.1.1', true],
  ['127.0.0.1', false],
  ['127.255.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['100.128.0.1', true],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700:4700::1111', true],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['no address', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

describe('one file', () => {
  test('comes from the address that was checked', async () => {
    const network = world({ 'https://a.example/x.json': '{}' }, { 'a.example': ['1.1.1.1'] })
    expect(await fetchText('https://a.example/x.json', network)).toEqual({ text: '{}' })
    expect(network.calls).toEqual(['https://a.example/x.json at 1.1.1.1'])
  })

  test('follows redirects, and checks each again', async () => {
    const network = world({
      'https://a.example/x': redirect('/y'),
      'https://a.example/y': redirect('https://b.example/z'),
      'https://b.example/z': 'text',
    })
    expect(await fetchText('https://a.example/x', network)).toEqual({ text: 'text' })
  })

  test.each([
    ['http', 'http://a.example/x', 'is not https'],
    ['a file', 'file:///etc/passwd', 'is not https'],
    ['a password', 'https://me:secret@a.example/x', 'carries a password'],
    ['loopback', 'https://127.0.0.1/x', 'is at 127.0.0.1, which is not a public address'],
    ['loopback in another spelling', 'https://2130706433/x', 'is at 127.0.0.1,'],
    ['loopback of IPv6', 'https://[::1]/x', 'is at ::1,'],
    ['metadata', 'https://169.254.169.254/latest', 'is at 169.254.169.254,'],
    ['a name of this machine', 'https://localhost/x', 'is at 127.0.0.1,'],
    ['a name with one inner address', 'https://mixed.example/x', 'is at 10.0.0.1,'],
    ['a name without address', 'https://none.example/x', 'has no address'],
    ['a redirect to http', 'https://a.example/down', 'redirects to http://a.example, which is not'],
    [
      'a redirect inside',
      'https://a.example/in',
      'redirects to https://localhost, which is at 127',
    ],
    ['redirects without end', 'https://a.example/loop', 'redirects too often'],
    ['a redirect to nowhere', 'https://a.example/odd', 'cannot be read: Invalid URL'],
    ['a wrong status', 'https://a.example/missing', 'responded with status 404'],
  ])('%s is refused', async (_, address, fault) => {
    const network = world(
      {
        'https://a.example/down': redirect('http://a.example/x'),
        'https://a.example/in': redirect('https://localhost/x'),
        'https://a.example/loop': redirect('/loop'),
        'https://a.example/odd': redirect('https://['),
      },
      {
        localhost: ['127.0.0.1'],
        'mixed.example': ['1.1.1.1', '10.0.0.1'],
        'none.example': [],
      },
    )
    const made = await fetchText(address, network)
    expect('fault' in made ? made.fault : made.text).toContain(fault)
    expect(network.calls.every((call) => call.endsWith(' at 93.184.215.14'))).toBe(true)
  })
})

const REMOTE = 'https://a.example/schemas/point.yaml'

function openapi(schema: string): string {
  return `openapi: 3.1.0
info: { title: Far, version: '1' }
paths: {}
components:
  schemas:
    Place: ${schema}
`
}

const POINT =
  'type: object\nproperties: { x: { $ref: ../number.yaml }, y: { $ref: "#/$defs/Y" } }\n'

describe('a document', () => {
  let project: Project
  afterEach(() => project.remove())

  async function read(text: string, options: ReadOptions = {}) {
    project = createProject({ 'openapi.yaml': text })
    const { model, document, diagnostics } = await readModel(
      'openapi.yaml',
      project.folder,
      options,
    )
    const shape = model?.declarations.find(({ name }) => name === 'Place')?.shape
    return { shape, files: [...document.files.keys()], diagnostics }
  }

  const said = (diagnostics: readonly Diagnostic[]): string[] =>
    diagnostics.map(({ code, message }) => `${code} ${message}`)

  test('may refer to other machines when that is allowed, and they to their neighbours', async () => {
    const network = world({
      [REMOTE]: `${POINT}$defs: { Y: { type: integer } }\n`,
      'https://a.example/number.yaml': 'type: number\n',
    })
    const { shape, files, diagnostics } = await read(openapi(`{ $ref: '${REMOTE}' }`), {
      allowRemote: true,
      network,
    })
    expect(said(diagnostics)).toEqual([])
    expect(files).toEqual(['openapi.yaml', REMOTE, 'https://a.example/number.yaml'])
    expect(fieldsOf(shape)).toEqual(['x', 'y'])
    expect(network.calls).toHaveLength(2)
  })

  test('makes no request without permission, and the message names the flag', async () => {
    const network = world({ [REMOTE]: POINT })
    const { diagnostics } = await read(openapi(`{ $ref: '${REMOTE}' }`), { network })
    expect(said(diagnostics)).toEqual([`TW1006 ${REMOTE} is on another machine and is not fetched`])
    expect(network.calls).toEqual([])
  })

  test.each([
    ['http://a.example/x.yaml', 'is on another machine'],
    ['file:///etc/x.yaml', 'is an address'],
  ])('%s is not promised to be fetched with permission', async (address, where) => {
    const { diagnostics } = await read(openapi(`{ $ref: '${address}' }`), { network: world({}) })
    expect(said(diagnostics)).toEqual([`TW1006 ${address} ${where} and is not fetched`])
    expect(diagnostics[0]?.help).toBe('Save the file next to the document, and refer to that.')
  })

  test('to a private address is reported at its reference', async () => {
    const network = world({}, { 'a.example': ['192.168.0.1'] })
    const { diagnostics } = await read(openapi(`{ $ref: '${REMOTE}' }`), {
      allowRemote: true,
      network,
    })
    expect(said(diagnostics)).toEqual([
      `TW1010 ${REMOTE} is at 192.168.0.1, which is not a public address`,
    ])
    expect(diagnostics[0]?.at?.pointer).toBe('/components/schemas/Place/$ref')
    expect(network.calls).toEqual([])
  })

  test('may not send a remote file to the files of this machine', async () => {
    const network = world({
      [REMOTE]: 'type: object\nproperties: { x: { $ref: "file:///etc/hostname" } }\n',
    })
    const { diagnostics } = await read(openapi(`{ $ref: '${REMOTE}' }`), {
      allowRemote: true,
      network,
    })
    expect(said(diagnostics)).toEqual(['TW1010 file:///etc/hostname is not https'])
  })

  test('is not fetched for what it only quotes, nor for what a schema calls itself', async () => {
    const network = world({})
    const quoted = `{ type: object, example: { $ref: '${REMOTE}' }, properties: { a: { $id: 'https://b.example/a', type: string }, b: { $ref: 'https://b.example/a' } } }`
    const { diagnostics } = await read(openapi(quoted), { allowRemote: true, network })
    expect(said(diagnostics)).toEqual([])
    expect(network.calls).toEqual([])
  })

  const named = (target: string): string =>
    openapi(`{ $id: 'https://b.example/schemas/place', $ref: '${target}' }`)
  const options = (network: Network): ReadOptions => ({ allowRemote: true, network })

  test('is resolved against the `$id` of its schema if there is no such file next to it', async () => {
    const network = world({ 'https://b.example/schemas/point': 'type: object\n' })
    const { files, diagnostics } = await read(named('point'), options(network))
    expect(said(diagnostics)).toEqual([])
    expect(files).toEqual(['openapi.yaml', 'https://b.example/schemas/point'])
    await project.remove()
    const { files: own } = await read(named('openapi.yaml'), options(network))
    expect(own).toEqual(['openapi.yaml'])
    expect(network.calls).toHaveLength(1)
  })

  test('reports what could not be fetched, and makes no request without permission', async () => {
    const network = world({})
    const { diagnostics } = await read(named('point'), options(network))
    expect(said(diagnostics)).toEqual(['TW1010 point responded with status 404'])
    const calls = network.calls.length
    await project.remove()
    const { diagnostics: alone } = await read(named('point'), { network })
    expect(said(alone)).toEqual([
      'TW1004 cannot resolve $ref point: there is no readable file point',
    ])
    expect(network.calls).toHaveLength(calls)
  })

  test('shows the syntax faults of a remote file in place', async () => {
    const network = world({ [REMOTE]: 'type: [object' })
    const { diagnostics } = await read(openapi(`{ $ref: '${REMOTE}' }`), {
      allowRemote: true,
      network,
    })
    expect(diagnostics.map(({ code, at }) => [code, at?.file])).toEqual([['TW1002', REMOTE]])
  })
})

function fieldsOf(shape: Shape | undefined): string[] {
  return shape?.kind === 'record' ? shape.fields.map(({ name }) => name) : []
}

test('a document that refers to files without end is stopped', async () => {
  const network = world({})
  const endless: Network = {
    ...network,
    get: async (url) => {
      const next = Number(url.pathname.slice(1)) + 1
      return { status: 200, text: `{ "$ref": "/${next}" }` }
    },
  }
  const project = createProject({ 'openapi.yaml': openapi("{ $ref: 'https://a.example/1' }") })
  const options = { allowRemote: true, network: endless }
  const { diagnostics } = await readModel('openapi.yaml', project.folder, options)
  await project.remove()
  expect(diagnostics.map(({ message }) => message)).toContain(
    '/101 is not fetched: the limit is 100 files',
  )
})

test('the document itself is a file', async () => {
  const network = world({ 'https://a.example/openapi.yaml': openapi('{ type: string }') })
  const reading = readModel('https://a.example/openapi.yaml', '/', { allowRemote: true, network })
  await expect(reading).rejects.toMatchObject({
    diagnostics: [
      {
        code: 'TW1001',
        message: 'cannot read https://a.example/openapi.yaml',
        help: expect.stringContaining('Download it first'),
      },
    ],
  })
  expect(network.calls).toEqual([])
})
