import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { taggedIn } from '../../../generator/src/model/exported-names.js'
import type { Model } from '../../../generator/src/model/model.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { bundle } from './bundle.js'
import { createValidator, examplesOf, isObject, jsonTexts, parses } from './examples.js'
import { kindOf, kindsSeen } from './kinds.js'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const FILES = { routing: 'spec/routing/openapi.yaml', node: 'spec/node-rpc/openrpc.yaml' }

async function read(file: string) {
  const { document, model, diagnostics } = await readModel(file, repository, { strict: true })
  if (!model) throw new Error(JSON.stringify(diagnostics))
  const root = bundle(document)
  return { model, diagnostics, root, examples: examplesOf(root), validate: createValidator(root) }
}

const routing = await read(FILES.routing)
const node = await read(FILES.node)
const both = [
  { name: 'routing', ...routing },
  { name: 'node-rpc', ...node },
]

describe('official meta-schemas', () => {
  test('routing is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator({ strict: false }).validate({ ...routing.root })
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('node-rpc is OpenRPC', () => {
    const require = createRequire(new URL('../../../generator/package.json', import.meta.url))
    const { Ajv } = require('ajv')
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    // The part about schemas knows draft 7 only; ours are checked as 2020-12 below.
    const schemas = {
      type: ['object', 'boolean'],
      definitions: { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } },
    }
    ajv.addSchema(schemas, 'https://meta.json-schema.tools')
    ajv.addSchema({ ...schemas }, 'https://meta.json-schema.tools/')
    const { openrpcDocument } = createRequire(import.meta.url)('@open-rpc/meta-schema')
    const { $schema: _, ...schema } = openrpcDocument
    const validate = ajv.compile(schema)
    validate(node.root)
    expect(validate.errors).toBeNull()
    validate({ ...node.root, methods: 'none' })
    expect(validate.errors).not.toBeNull()
  })

  test.each(both)('$name: every schema is JSON Schema 2020-12', ({ model, validate }) => {
    for (const { name } of model.declarations.filter(isComponent)) {
      expect(() => validate({ $ref: `#/components/schemas/${name}` }), name).not.toThrow()
    }
  })
})

function isComponent({ source }: { source: { pointer: string } }): boolean {
  return source.pointer.startsWith('/components/schemas/')
}

describe.each(both)('$name: examples', ({ name, model, root, examples, validate }) => {
  test('each fits its schema', () => {
    const wrong = examples.flatMap((each) => {
      if (each.schema === undefined) return [{ at: each.at, errors: 'no schema' }]
      const fits = validate(each.schema)
      return fits(each.value) ? [] : [{ at: each.at, errors: fits.errors }]
    })
    expect(wrong).toEqual([])
    expect(examples.length).toBeGreaterThan(60)
  })

  test('text that looks like JSON is JSON, with nothing around it', () => {
    const texts = examples.flatMap(({ at, value }) => jsonTexts(value, at))
    expect(texts.filter(({ text }) => !parses(text))).toEqual([])
    // That of the transactions: messages, in `msgs` and in `txs`.
    if (name === 'routing') expect(texts.length).toBeGreaterThan(5)
  })

  test('each operation has some', () => {
    const without = model.operations.filter(({ source }) => {
      const path = placeInBundle(root, source.pointer, model, source.file)
      return !examples.some((each) => each.at.startsWith(`${path}/`))
    })
    expect(without.map((each) => each.id)).toEqual([])
  })

  test('each variant of each union has one', () => {
    const seen = kindsSeen(model, root, examples, validate)
    const missing = taggedIn(model.declarations).flatMap(({ name, shape }) =>
      shape.cases.map(({ tag }) => `${name} ${tag}`).filter((each) => !seen.has(each)),
    )
    expect(missing).toEqual([])
    expect(seen.size).toBeGreaterThan(15)
  })
})

/** Operations are in separate files; in the bundle, they are where the document refers to them. */
function placeInBundle(root: typeof routing.root, pointer: string, model: Model, file: string) {
  const operation = model.operations.find(
    (each) => each.source.pointer === pointer && each.source.file === file,
  )
  if (operation?.binding.kind === 'http') {
    return `/paths/${operation.binding.path}/${operation.binding.method.toLowerCase()}`
  }
  const methods = Array.isArray(root.methods) ? root.methods : []
  return `/methods/${methods.findIndex((each) => isObject(each) && each.name === operation?.id)}`
}

const oneKey = both.flatMap(({ model, root, examples, validate }) =>
  taggedIn(model.declarations).flatMap(({ name, shape }) => {
    if (shape.tagging.style !== 'key') return []
    const schemas = isObject(root.components) ? root.components.schemas : undefined
    const schema = isObject(schemas) ? schemas[name] : undefined
    const own = examples.filter((each) => each.schema === schema).map((each) => each.value)
    return [{ name, shape, own: own.filter(isObject), fits: validate(schema) }]
  }),
)

describe('unions of one key each', () => {
  test.each(oneKey)('$name wants exactly one, and takes more fields', ({ shape, own, fits }) => {
    const [first] = own
    if (!first) throw new Error('it needs an example of its own')
    expect(fits(first)).toBe(true)
    expect(fits({ ...first, some_future_field: [1] })).toBe(true)

    const kinds = new Set(shape.cases.map((each) => each.tag))
    const bare = Object.entries(first).filter(([key]) => !kinds.has(key))
    expect(fits(Object.fromEntries(bare)), 'no key').toBe(false)

    const other = own.find((each) => kindOf(shape, each) !== kindOf(shape, first))
    if (other) expect(fits({ ...first, ...other }), 'two keys').toBe(false)
    else expect(shape.cases).toHaveLength(1)
  })

  test('there are many', () => {
    expect(oneKey.length).toBeGreaterThan(5)
  })
})

describe('nothing is missing', () => {
  test('15 operations, in the order of the contract', () => {
    expect(new Set(routing.model.operations.map((each) => each.name))).toEqual(
      new Set(
        'chains balances bridges venues assets assetsFromSource route msgs msgsDirect assetRecommendations submit track status ibcOriginAssets assetsBetweenChains'.split(
          ' ',
        ),
      ),
    )
    expect(routing.model.servers).toHaveLength(3)
  })

  test('34 methods: 3 over WebSocket alone, 3 that the node has to allow', () => {
    const { operations } = node.model
    expect(new Set(operations.map((each) => each.id)).size).toBe(34)
    const streaming = operations.filter(
      ({ extensions }) => extensions.transports?.join() === 'websocket',
    )
    expect(streaming.map((each) => each.name).sort()).toEqual([
      'subscribe',
      'unsubscribe',
      'unsubscribeAll',
    ])
    expect(operations.filter(({ extensions }) => extensions.requires !== undefined)).toHaveLength(3)
  })

  test('17 kinds of event, each with the payload it names', () => {
    const subscribing = node.model.operations.find((each) => each.name === 'subscribe')
    const { kinds = [] } = subscribing?.extensions.events ?? {}
    expect(new Set(kinds.map((each) => each.name)).size).toBe(17)
    const tags = taggedIn(node.model.declarations).flatMap(({ shape }) =>
      shape.cases.map((each) => each.tag),
    )
    for (const { name, tag, examples } of kinds) {
      expect(tags, String(name)).toContain(tag)
      expect(examples, String(name)).not.toHaveLength(0)
    }
  })

  test.each(both)('$name: everything has a description and a source', ({ model, diagnostics }) => {
    expect(diagnostics).toEqual([])
    const silent: string[] = []
    const check = (what: string, described: { doc?: string; provenance?: string }): void => {
      if (!described.doc) silent.push(`${what} has no description`)
    }
    for (const operation of model.operations) {
      check(operation.id, operation)
      if (!operation.provenance) silent.push(`${operation.id} has no source`)
      for (const each of operation.input.parameters) check(`${operation.id} ${each.name}`, each)
    }
    for (const declaration of model.declarations) {
      const { name, shape } = declaration
      check(name, declaration)
      if (!declaration.provenance) silent.push(`${name} has no source`)
      const fields =
        shape.kind === 'record' ? shape.fields : shape.kind === 'union' ? shape.common : []
      for (const field of fields) check(`${name}.${field.name}`, field)
      if (shape.kind === 'union') for (const each of shape.cases) check(`${name} ${each.tag}`, each)
    }
    expect(silent).toEqual([])
  })
})
