import type { McpService } from '@tagwire/emit-mcp/server'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import type { Value } from 'tagwire/emitter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../../../../generator/src/pipeline/library.js'
import { dataOf } from '../../../../generator/src/view/value.js'
import { Faults } from '../../../../packages/emit-mcp/src/arguments/faults.js'
import type { InputType, InputTypes } from '../../../../packages/emit-mcp/src/arguments/input.js'
import { resolved } from '../../../../packages/emit-mcp/src/arguments/resolve.js'
import { toolArguments } from '../../../../packages/emit-mcp/src/arguments/tool-arguments.js'
import { type ToolSource, toolSources } from '../../../../packages/emit-mcp/src/server/tools.js'
import { createInputs } from '../../../../packages/emit-mcp/src/shapes.js'
import { goldenCases } from '../../../golden/cases.js'
import { emittedPackages } from '../emitted.fixture.js'
import { type Generated, generateServers } from './generated.js'
import { faultsOfList } from './list-faults.js'
import { wireValues } from './wire.arbitrary.js'

/** What travels becomes arguments that the schema accepts, and these become what travels. */

const ajv = new Ajv({
  strict: false,
  validateFormats: false,
  ownProperties: true,
  // Each schema is compiled once and asked a few times: making its code smaller takes longer than running it.
  code: { optimize: false },
})
/** What inputs can be; at night, every document that there is. */
const CASES = [
  'bodies',
  'containers',
  'discriminator',
  'enums',
  'hostile',
  'http',
  'maps',
  'nullable-unions',
  'on-the-wire',
  'one-key',
  'openrpc',
  'openrpc-forms',
  'pair',
  'parameters',
  'platform-names-rpc',
  'read-write',
  'recursive',
  'recursive-all-of',
  'tags-of-numbers',
  'tuple',
  'unlucky-kinds',
  'untagged',
]
const goldens = goldenCases.filter(({ name }) =>
  process.env.TAGWIRE_LONG ? !name.startsWith('bad-') : CASES.includes(name),
)

let made: Generated
const refused = new Map<string, string>()
const models = new Map<string, Awaited<ReturnType<typeof inspect>>['model']>()
beforeAll(async () => {
  const specs: Record<string, string> = {}
  const types: Record<string, string> = {}
  for (const { name, folder, spec } of goldens) {
    const { model } = await inspect(spec, { cwd: folder })
    models.set(name, model)
    const into = model?.operations.length === 0 ? types : specs
    into[name] = `${folder}/${spec}`
  }
  made = await generateServers(specs, { tolerant: true })
  // Separate runs, because a run in which one package fails writes none of the others.
  const none = await generateServers(types, { tolerant: true })
  none.remove()
  for (const [name, why] of [...made.refused, ...none.refused]) refused.set(name, why)
}, 300_000)
afterAll(() => made?.remove())

/** Values of a type that is a single case come from that case. */
function inputOf({ input, kind }: ToolSource, { types }: McpService) {
  const type = input && resolved(input, types)
  const union = type?.kind === 'nullable' ? resolved(type.type, types) : type
  if (kind === undefined || union?.kind !== 'union') return input
  return { ...union, cases: union.cases.filter(({ tag }) => tag === kind) }
}

async function roundTrips(service: McpService, runs: number): Promise<void> {
  for (const tool of toolSources(service)) {
    const input = inputOf(tool, service)
    if (!input) continue
    const own = toolArguments(tool, service.types)
    const accepts = ajv.compile(withoutBounds(own.schema))
    await fc.assert(
      fc.asyncProperty(wireValues(input, service.types), async (wire) => {
        // `undefined` is not a call with arguments.
        if (wire === null || (tool.optional && JSON.stringify(wire) === '{}')) return
        const there = new Faults()
        const flat = own.fromWire(await comparable(wire), there)
        expect(there.list, tool.name).toEqual([])
        const given: unknown = JSON.parse(JSON.stringify(flat))
        expect(accepts(given) || ajv.errorsText(accepts.errors), tool.name).toBe(true)
        const back = new Faults()
        const again = own.toWire(given as Record<string, unknown>, back)
        expect(back.list, tool.name).toEqual([])
        expect(await comparable(again), tool.name).toEqual(await comparable(wire))
      }),
      { numRuns: process.env.TAGWIRE_LONG ? runs * 15 : runs },
    )
  }
}

const BOUNDS: ReadonlySet<string> = new Set(
  'minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf uniqueItems minItems maxItems format'.split(
    ' ',
  ),
)

/** Random values keep to the types of inputs, which do not say how long or large a value is. */
function withoutBounds(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    BOUNDS.has(key) && typeof value !== 'object' ? undefined : value,
  )
}

/** Bytes as base64 text. */
async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return Buffer.from(await value.arrayBuffer()).toString('base64')
  if (Array.isArray(value)) return Promise.all(value.map(comparable))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, each]) => [name, await comparable(each)])
  return Object.fromEntries(await Promise.all(entries))
}

test('all modules compile under strict flags', { timeout: 120_000 }, () => {
  expect(made.compile()).toBe('')
})

test.each(['routing', 'node-rpc'])('every input of %s', { timeout: 120_000 }, async (name) => {
  const { load } = await emittedPackages()
  const { service } = await load<{ service: McpService }>(`${name}/src/mcp.ts`)
  await roundTrips(service, 20)
})

describe.each(goldens.map(({ name }) => name))('%s', (name) => {
  test('has tools that agents can fill', { timeout: 60_000 }, async () => {
    const why = refused.get(name)
    // Without operations there is nothing to call.
    if (why !== undefined) return expect(why).toMatch(/needs the part "client"/)
    const service = await made.service(name)
    expect(faultsOfList(service)).toEqual([])
    await roundTrips(service, 8)
  })

  test('has types that could be inputs', { timeout: 60_000 }, async () => {
    const model = models.get(name)
    expect(model).toBeDefined()
    if (!model) return
    const inputs = createInputs(model, dataOf)
    const tools = model.declarations.map((each) => ({
      name: each.name,
      description: 'A type.',
      operation: each.name,
      input: plain<InputType>(inputs.of({ kind: 'reference', name: each.name })),
    }))
    const service = { ...nothing, tools, types: plain<InputTypes>(inputs.types()) }
    expect(faultsOfList(service)).toEqual([])
    await roundTrips(service, 8)
  })
})

/** What the emitter writes, as it is read. */
function plain<Type>(value: Value): Type {
  return JSON.parse(JSON.stringify(value))
}

const nothing = { name: 'x', title: 'x', version: '1', credentials: [], connect: () => ({}) }
