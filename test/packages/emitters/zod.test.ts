import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { validators as nodeValidators } from '@tagwire/node-rpc/validate'
import { validators as routingValidators } from '@tagwire/routing/validate'
import fc from 'fast-check'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { changed } from '../../property/fixtures/places.js'
import { sampleOf } from '../../property/fixtures/validate.arbitrary.js'
import { patienceMs, runs } from '../../property/length.js'
import { type Emitted, emittedPackages, emitterSource, repository } from './emitted.fixture.js'
import { startOfReadme } from './programs.js'

let emitted: Emitted
const schemas: Record<string, Readonly<Record<string, z.ZodType>>> = {}

beforeAll(async () => {
  emitted = await emittedPackages()
  for (const name of ['routing', 'node-rpc']) {
    const entries = Object.entries(await emitted.load(`${name}/src/zod.ts`))
    schemas[name] = Object.fromEntries(
      entries.flatMap(([key, value]) => (value instanceof z.ZodType ? [[key, value]] : [])),
    )
  }
}, 120_000)

function schemaOf(name: string, type: string): z.ZodType {
  const schema = schemas[name]?.[`${type}Schema`]
  if (!schema) throw new Error(`no schema of ${type}`)
  return schema
}

test('the emitter is small, and only uses `tagwire/emitter`', () => {
  const { lines, uses } = emitterSource('zod')
  expect(lines).toBeLessThan(400)
  expect(uses).toEqual(['tagwire/emitter'])
})

const packages = [
  ['routing', 'spec/routing/openapi.yaml', routingValidators],
  ['node-rpc', 'spec/node-rpc/openrpc.yaml', nodeValidators],
] as const

describe.each(packages)('%s', (name, spec, validators) => {
  test('every type has a schema, which says what its validator says of any value', {
    timeout: patienceMs,
  }, async () => {
    const { model } = await readModel(spec, repository)
    const declarations = model?.declarations ?? []
    const rules = new Map(declarations.map((each) => [each.name, each.rule]))
    const table = new Map(Object.entries(validators))
    const counts = { holds: 0, fails: 0 }
    const same = (type: string, value: unknown): void => {
      const holds = table.get(type)?.is(value)
      const result = schemaOf(name, type).safeParse(value)
      expect(result.success, `${type}: ${JSON.stringify(value)}`).toBe(holds)
      if (result.success) expect(result.data).toEqual(value)
      counts[holds ? 'holds' : 'fails']++
    }
    for (const { name: type, rule } of declarations) {
      const samples = sampleOf((each) => rules.get(each), rule)
      fc.assert(
        fc.property(samples, fc.nat(), ({ value, changes }, pick) => {
          same(type, value)
          const change = changes[pick % Math.max(changes.length, 1)]
          if (change) same(type, changed(value, change))
        }),
        runs(10),
      )
    }
    expect(counts.holds).toBeGreaterThan(declarations.length * 7)
    expect(counts.fails).toBeGreaterThan(declarations.length * 2)
  })
})

describe('the table of one-key unions', () => {
  const shared = { tx_index: 0, amount_in: '1', amount_out: '2' }
  const bank_send = { chain_id: 'osmosis-1', denom: 'uosmo' }
  const operation = (): z.ZodType => schemaOf('routing', 'Operation')

  test.each([
    ['a kind', { ...shared, bank_send }],
    ['a kind beside keys that hold null', { ...shared, bank_send, swap: null }],
    [
      'a kind with members of tomorrow',
      { ...shared, bank_send: { ...bank_send, colour: 1 }, x: 1 },
    ],
    ['a kind of tomorrow', { ...shared, teleport: { to: 'mars' } }],
    ['a kind without members that payloads are known to lack', { bank_send }],
  ])('accepts %s, and changes nothing', (_, value) => {
    const before = structuredClone(value)
    expect(operation().parse(value)).toEqual(before)
    expect(value).toEqual(before)
  })

  test.each([
    ['two kinds', { ...shared, bank_send, transfer: {} }, []],
    ['two kinds of which one is wrong', { ...shared, bank_send, transfer: 1 }, ['transfer']],
    ['no kind', shared, []],
    ['nothing but null', { ...shared, swap: null }, []],
    ['a wrong payload', { ...shared, bank_send: { chain_id: 1 } }, ['bank_send', 'chain_id']],
    ['a payload that is a list', { ...shared, bank_send: [] }, ['bank_send']],
    ['a wrong shared member', { ...shared, amount_in: 1, bank_send }, ['amount_in']],
    ['text', 'bank_send', []],
    ['a list', [{ bank_send }], []],
  ])('refuses %s, and says where', (_, value, path) => {
    const [issue, ...others] = operation().safeParse(value).error?.issues ?? []
    expect(issue?.path).toEqual(path)
    expect(others).toEqual([])
  })

  test('deep inside, the path leads to the problem, and other kinds are not mentioned', () => {
    const swap = { swap_in: { swap_venue: null } }
    const route = {
      operations: [
        { ...shared, bank_send },
        { ...shared, swap },
      ],
    }
    const issues = schemaOf('routing', 'Route').safeParse(route).error?.issues ?? []
    const inside = issues.filter(({ path: [first] }) => first === 'operations')
    expect(inside.map(({ path }) => path.join('.'))).toContain(
      'operations.1.swap.swap_in.swap_venue',
    )
    expect(inside.every(({ path }) => path.join('.').startsWith('operations.1.swap'))).toBe(true)
  })
})

test('pairs of type and value: a known kind, a future one, a wrong one, none', () => {
  const key = schemaOf('node-rpc', 'PublicKey')
  const value = 'DHIfsmO7sE+KV7MUHV+pkHDTQjP8zyTk3PDalytlkkg='
  expect(key.parse({ type: 'tendermint/PubKeyEd25519', value })).toEqual({
    type: 'tendermint/PubKeyEd25519',
    value,
  })
  expect(key.safeParse({ type: 'tendermint/PubKeyBls', value: 5 }).success).toBe(true)
  const wrong = key.safeParse({ type: 'tendermint/PubKeyEd25519', value: 5 })
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['value']])
  const none = key.safeParse({ value })
  expect(none.error?.issues.map(({ path }) => path)).toEqual([['type']])
})

test('schemas can be extended, and still check the original fields', () => {
  const asset = schemaOf('routing', 'Asset')
  if (!(asset instanceof z.ZodObject)) throw new Error('Asset is no object')
  const listed = asset.extend({ verified: z.boolean() })
  expect(listed.safeParse({ denom: 'a', chain_id: 'b' }).success).toBe(false)
  expect(listed.safeParse({ chain_id: 'b', verified: true }).success).toBe(false)
  const known = { denom: 'a', chain_id: 'b', verified: true, more: 1 }
  expect(listed.parse(known)).toEqual(known)
  const operation = schemaOf('routing', 'Operation')
  if (!(operation instanceof z.ZodObject)) throw new Error('Operation is no object')
  const more = operation.extend({ teleport: z.object({ to: z.string() }).optional() })
  expect(more.safeParse({ teleport: { to: 1 } }).success).toBe(false)
  expect(more.safeParse({ teleport: { to: 'mars' } }).success).toBe(true)
  expect(more.safeParse({ bank_send: {}, swap: {} }).success).toBe(false)
})

test('requests need one of the members that the document lists', () => {
  const pair = { source_asset_denom: 'a', source_asset_chain_id: 'b', dest_asset_denom: 'c' }
  const request = { ...pair, dest_asset_chain_id: 'd' }
  const route = schemaOf('routing', 'RouteRequest')
  expect(route.safeParse({ ...request, amount_in: '1' }).success).toBe(true)
  expect(route.safeParse(request).success).toBe(false)
})

test.each([
  ['no members, as the document says', { nothing: {} }, true],
  ['a member of tomorrow where the document lists none', { nothing: { more: 1 } }, true],
  ['no object where the document lists no members', { nothing: 1 }, false],
  ['keys of the only pattern', { headers: { 'x-a': 'b' } }, true],
  ['one of the keys', { single: { text: 'a' } }, true],
  ['two of the keys', { single: { text: 'a', size: 1 } }, false],
])('odd shapes: %s', async (_, value, holds) => {
  const { FindingSchema } = await emitted.load<Record<string, z.ZodType>>('odd/src/zod.ts')
  const { findingValidator } =
    await emitted.load<Record<string, typeof routingValidators.Asset>>('odd/src/validate.ts')
  expect(FindingSchema?.safeParse(value).success).toBe(holds)
  expect(findingValidator?.is(value)).toBe(holds)
})

test('formats are known to JSON Schema', () => {
  const { properties } = z.toJSONSchema(schemaOf('routing', 'MsgsRequest'))
  expect(properties?.timeout_seconds).toMatchObject({ type: 'string', format: 'uint64' })
})

const samples = process.env.TAGWIRE_SAMPLES ?? path.join(repository, '../shared/samples/routing')
const found = existsSync(samples)
if (!found) console.warn(`skipped: no recorded payloads in ${samples} (TAGWIRE_SAMPLES names them)`)

test.skipIf(!found)(
  'recorded payloads that a validator accepts, its schema accepts as they are',
  () => {
    let accepted = 0
    const files = readdirSync(samples).filter((file) => file.endsWith('.json'))
    for (const file of files) {
      const value: unknown = JSON.parse(readFileSync(path.join(samples, file), 'utf8'))
      for (const [type, validator] of Object.entries(routingValidators)) {
        const schema = schemas.routing?.[`${type}Schema`]
        if (!schema) continue
        const result = schema.safeParse(value)
        const holds = validator.is(value)
        expect(result.success, `${file} as ${type}`).toBe(holds)
        if (!result.success) continue
        expect(result.data).toEqual(value)
        accepted++
      }
    }
    expect(accepted).toBeGreaterThan(files.length)
  },
)

test('the start of the README runs', async () => {
  expect(startOfReadme(repository, 'zod').split('\n').filter(Boolean).length).toBeLessThanOrEqual(
    10,
  )
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await emitted.load('zod-readme.ts')
  const told = log.mock.calls
  log.mockRestore()
  expect(told).toEqual([
    [expect.stringContaining('expected exactly one of the keys')],
    [true, false],
  ])
})

test('a bundler carries the schemas that are used, and no other', async () => {
  const input = path.join(emitted.folder, 'bundle.ts')
  writeFileSync(
    input,
    "import { RouteSchema, SwapVenueSchema } from './routing/src/zod.ts'\nconsole.log(SwapVenueSchema)\nexport type { RouteSchema }\n",
  )
  const bundle = await rolldown({ input, external: ['zod'], logLevel: 'silent' })
  const { output } = await bundle.generate()
  const [{ code }] = output
  expect(code).toContain('logo_uri')
  expect(code).not.toContain('swap_operations')
  expect(code.split('\n').length).toBeLessThan(40)
})
