/* A program contains only the lines that it imports: in its bundle, and in what the compiler reads for it. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as main from '@tagwire/node-rpc'
import * as line from '@tagwire/node-rpc/0.40'
import * as lineDecode from '@tagwire/node-rpc/0.40/decode'
import * as lineValidate from '@tagwire/node-rpc/0.40/validate'
import * as mainDecode from '@tagwire/node-rpc/decode'
import * as mainValidate from '@tagwire/node-rpc/validate'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { compiler } from '../../compiler.js'
import { bundleOf, repository } from '../bundle.fixture.js'

const home = 'packages/node-rpc/dist'
const lines = ['0.37', '0.39', '0.40', '1.0'] as const
const ofLine = (file: string): string | undefined =>
  lines.find((line) => file.includes(`${home}/${line}/`))

const program = (
  line: string,
): string => `import { createNodeRpcClient, http } from '@tagwire/node-rpc${line}'
import { responseDecoders } from '@tagwire/node-rpc${line}/decode'
import { responseValidators } from '@tagwire/node-rpc${line}/validate'
export const node = createNodeRpcClient({
  transport: http('http://127.0.0.1'),
  validate: responseValidators,
  decode: responseDecoders,
})
`

describe('a bundle', () => {
  test('of the package itself contains nothing of any line', async () => {
    const { files } = await bundleOf(program(''))
    expect(files).toContain(`${home}/client.js`)
    expect(files.filter(ofLine)).toEqual([])
  })

  test.each(lines)('of %s contains nothing of the other lines', async (line) => {
    const { files } = await bundleOf(program(`/${line}`))
    expect(files).toContain(`${home}/${line}/client.js`)
    expect(files.filter((file) => ofLine(file) !== undefined && ofLine(file) !== line)).toEqual([])
    // What is equal is that of the package itself.
    expect(files).toContain(`${home}/shared/validate.js`)
  })

  test('of the package itself has the bytes that it has without lines', async () => {
    const { code } = await bundleOf(program(''), true)
    expect(code.length).toBeGreaterThan(10_000)
    expect((await bundleOf(program(''), true, await withoutLines())).code).toBe(code)
  }, 60_000)
})

/** A folder like the repository, in which `@tagwire/node-rpc` is generated without lines. */
async function withoutLines(): Promise<string> {
  const tree = mkdtempSync(path.join(tmpdir(), 'tagwire-alone-'))
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
  const identity = { name: '@tagwire/node-rpc', version: '0.0.0', runtime: 'workspace:^' }
  const { files = [] } = await generatePackage('spec/node-rpc/openrpc.yaml', repository, identity)
  const scope = path.join(tree, 'node_modules/@tagwire')
  for (const file of files) {
    const place = path.join(scope, 'node-rpc', file.path)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, file.text)
  }
  symlinkSync(path.join(repository, 'packages/runtime'), path.join(scope, 'runtime'), 'junction')
  execFileSync(compiler, ['-p', path.join(scope, 'node-rpc')])
  return tree
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-lines-'))
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The files that the compiler reads for a program. */
function readBy(text: string): readonly string[] {
  writeFileSync(path.join(folder, 'program.mts'), text)
  const options = ['--module', 'nodenext', '--strict', '--noEmit', '--skipLibCheck', '--types', '']
  const listed = execFileSync(compiler, [...options, '--listFiles', 'program.mts'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  return listed.split(/\r?\n/).map((file) => file.split(path.sep).join('/'))
}

describe('the compiler', () => {
  test('reads nothing of any line for the package itself', () => {
    const files = readBy(program(''))
    expect(files.filter((file) => file.endsWith(`${home}/types.d.ts`))).toHaveLength(1)
    expect(files.filter(ofLine)).toEqual([])
  })

  test.each(lines)('reads nothing of the other lines for %s', (line) => {
    const files = readBy(program(`/${line}`))
    expect(files.filter((file) => ofLine(file) === line).length).toBeGreaterThan(5)
    expect(files.filter((file) => ofLine(file) !== undefined && ofLine(file) !== line)).toEqual([])
  })
})

/** The declarations of a compiled module. */
function declaredIn(line: string): Map<string, string> {
  const sources = path.join(repository, 'packages/node-rpc/src', line)
  const found = new Map<string, string>()
  for (const name of readdirSync(sources).filter((each) => each.endsWith('.ts'))) {
    const text = readFileSync(path.join(sources, name), 'utf8')
    for (const part of text.split(/\n\n(?=\/\*\*|export|const|type|interface|function)/)) {
      const [, declared] = /^(?:export )?(?:interface|type|const|function) (\w+)/m.exec(part) ?? []
      if (declared !== undefined) found.set(`${name} ${declared}`, part.trim())
    }
  }
  return found
}

test('no declaration of a line repeats one of the package that means the same', () => {
  const own = new Map([...declaredIn('shared'), ...declaredIn('')])
  for (const line of lines) {
    const repeated = [...declaredIn(line)].filter(([name, text]) => own.get(name) === text)
    const names = new Set([...declaredIn(line).keys()].map((each) => each.split(' ')[1]))
    // The same text means something else only if it names something that the line declares itself.
    const idle = repeated.filter(([key, text]) => {
      const [, declared] = key.split(' ')
      return ![...text.matchAll(/[\w$]+/g)].some(([word]) => word !== declared && names.has(word))
    })
    expect(idle.map(([key]) => `${line}/${key}`)).toEqual([])
    expect(repeated.length).toBeGreaterThan(10)
  }
})

test('what is equal is the same value, and what differs has the same name', () => {
  expect(line.isRoundStep).toBe(main.isRoundStep)
  expect(lineValidate.headerValidator).toBe(mainValidate.headerValidator)
  expect(lineDecode.decodeHeader).toBe(mainDecode.decodeHeader)
  expect(lineValidate.publicKeyValidator).not.toBe(mainValidate.publicKeyValidator)
  for (const name of Object.keys(mainValidate)) expect(Object.keys(lineValidate)).toContain(name)
})
