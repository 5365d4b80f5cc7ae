import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startRoutingSandbox } from '@tagwire/routing-sandbox'
import { createJiti } from 'jiti'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

/** Runs the programs of the guide unchanged; they print what their comments say. */
const file = fileURLToPath(
  new URL('../../../docs/guides/08-from-skip-go-client.md', import.meta.url),
)
const guide = readFileSync(file, 'utf8')
const programs = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)

it('has a program for every part', () => {
  expect(programs.length).toBeGreaterThan(6)
})

it.each(programs)('program %# prints the documented output', async (program) => {
  const sandbox = await startRoutingSandbox()
  onTestFinished(() => sandbox.close())
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => {
    said.push(words.join(' '))
  })
  onTestFinished(() => log.mockRestore())
  const address = 'http://127.0.0.1:8080'
  expect(program).toContain(address)
  const jiti = createJiti(import.meta.url, { fsCache: false })
  const filename = fileURLToPath(new URL('program.ts', import.meta.url))
  await jiti.evalModule(program.replaceAll(address, sandbox.url), { filename, async: true })

  const promised = [...program.matchAll(/console\.log\(.*\).*? \/\/ (.+)$/gm)].map(
    ([, text]) => text,
  )
  expect(promised.length).toBeGreaterThan(0)
  // A line may be printed again, by a loop.
  expect([...new Set(said)]).toEqual(promised)
})

/** All exports of the official client, and the options of its functions; `pnpm tool peer-skip-go` compares the list. */
const list: {
  readonly version: string
  readonly exports: readonly string[]
  readonly wire: readonly string[]
  readonly wireJson: readonly string[]
  readonly options: Readonly<Record<string, readonly string[]>>
} = JSON.parse(readFileSync(new URL('skip-go-client.json', import.meta.url), 'utf8'))

const named = new Set(
  [...guide.matchAll(/`([^`]*)`/g)].flatMap(([, code = '']) => code.match(/\w+/g) ?? []),
)
const types = ['types', 'enums', 'unions', 'inputs']
  .map((name) => new URL(`../../../packages/routing/dist/${name}.d.ts`, import.meta.url))
  .map((each) => readFileSync(each, 'utf8'))
  .join('\n')
/** What the guide says of all that only differ in how they are written. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (each) => `_${each.toLowerCase()}`)
const isMember = (name: string): boolean => new RegExp(`\\b${snake(name)}\\??:`).test(types)
const isType = (name: string): boolean =>
  new RegExp(`^export (?:declare )?(?:type|interface) ${name}\\b`, 'm').test(types)

describe('has a counterpart, or says why not', () => {
  it('for a list of the version that it names', () => {
    expect(guide).toContain(`\`@skip-go/client\` ${list.version.split('.').slice(0, 2).join('.')}`)
    expect(list.exports.length + list.wire.length + list.wireJson.length).toBeGreaterThan(300)
  })

  it.each([...list.exports, 'retry_track'])('export %s', (name) => {
    expect([...named]).toContain(name)
  })

  it.each(Object.entries(list.options))('options of %s', (_, options) => {
    expect(options.filter((name) => !named.has(name) && !isMember(name))).toEqual([])
  })

  it('that exists: each type in the last column is exported', () => {
    const rows = [...guide.matchAll(/^\|.*\|([^|]*)\|$/gm)].map(([, last = '']) => last)
    const ours = rows
      .flatMap((row) => [...row.matchAll(/`([^`]*)`/g)])
      .flatMap(([, code = '']) => code.match(/\b[A-Z][a-z]\w+/g) ?? [])
    const packages = ['routing/dist/index', 'routing-execute/dist/types', 'routing/dist/client']
    const text = packages
      .map((name) => new URL(`../../../packages/${name}.d.ts`, import.meta.url))
      .map((each) => readFileSync(each, 'utf8'))
      .join(types)
    expect(ours.length).toBeGreaterThan(40)
    const missing = ours.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
    expect(missing).toEqual([])
  })

  it('types of the wire have the same names, or are named', () => {
    expect(list.wire.filter((name) => !named.has(name) && !isType(name))).toEqual([])
    const twins = list.wireJson.map((name) => name.replace(/Json$/, ''))
    expect(twins.filter((name) => !list.wire.includes(name) && !named.has(name))).toEqual([])
  })
})
