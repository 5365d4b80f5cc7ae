import { describe, expect, test } from 'vitest'
import { compile } from '../unit/validate/compile.fixture.js'
import { agrees, groupsOf, knownFailure, type SuiteGroup, suiteExists } from './suite.js'

// Runs the suite again with the schemas inside documents: the meaning of a keyword must not depend on its
// surroundings.

const info = { title: 'A schema of the suite', version: '1' }

interface Dialect {
  readonly name: string
  readonly draft: string
  readonly documentOf: (schemas: object) => object
  /** So many tests are certainly among those that it knows. */
  readonly least: number
  readonly knows: (group: SuiteGroup) => boolean
}

const dialects: readonly Dialect[] = [
  {
    name: 'OpenAPI 3.1',
    draft: 'draft2020-12',
    documentOf: (schemas) => ({ openapi: '3.1.0', info, components: { schemas } }),
    least: 1100,
    knows: staysInside,
  },
  {
    name: 'OpenAPI 3.0',
    draft: 'draft4',
    documentOf: (schemas) => ({ openapi: '3.0.3', info, paths: {}, components: { schemas } }),
    least: 380,
    knows: (group) => staysInside(group) && isOfOpenApi30(group.schema),
  },
  {
    name: 'OpenRPC',
    draft: 'draft7',
    documentOf: (schemas) => ({ openrpc: '1.3.2', info, methods: [], components: { schemas } }),
    least: 800,
    knows: staysInside,
  },
]

/** Names of places mean something else in a document around the schema. */
function staysInside({ schema }: SuiteGroup): boolean {
  const text = JSON.stringify(schema)
  const named = /"(?:\$id|id|\$anchor|\$dynamicRef|\$dynamicAnchor|\$recursiveRef|\$vocabulary)":/
  return !named.test(text) && !/"\$ref":"[^#]/.test(text) && !/localhost:1234/.test(text)
}

const WORDS_OF_3_0 = new Set(
  (
    'type properties required additionalProperties items enum allOf anyOf oneOf not format pattern ' +
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems ' +
    'maxItems uniqueItems minProperties maxProperties default description title $ref'
  ).split(' '),
)
const SCHEMAS_BY_NAME = new Set(['properties'])
const SCHEMAS = new Set(['items', 'not', 'additionalProperties'])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf'])

function isOfOpenApi30(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  return Object.entries(schema).every(([word, value]) => {
    if (!WORDS_OF_3_0.has(word)) return false
    if (word === 'type') return typeof value === 'string' && value !== 'null'
    if (word === '$ref') return Object.keys(schema).length === 1
    if (SCHEMAS_BY_NAME.has(word)) return Object.values(Object(value)).every(isOfOpenApi30)
    if (LISTS.has(word)) return Array.isArray(value) && value.every(isOfOpenApi30)
    return !SCHEMAS.has(word) || isOfOpenApi30(value)
  })
}

/**
 * The schema, with references adjusted to its new place. Values that only look like references stay.
 */
function placed(schema: unknown): object {
  const inside = moved(schema)
  return typeof inside === 'object' && inside !== null ? inside : { allOf: [inside] }
}

function moved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(moved)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (key === 'enum' || key === 'const') return [key, value]
    const isReference = key === '$ref' && typeof value === 'string'
    return [key, isReference ? value.replace('#', '#/components/schemas/Schema') : moved(value)]
  })
  return Object.fromEntries(entries)
}

describe.runIf(suiteExists)('the required tests of the JSON Schema test suite', () => {
  test.each(dialects)('in a document of $name', { timeout: 120_000 }, async (dialect) => {
    const unexpected: string[] = []
    const silent: string[] = []
    let passed = 0
    for (const group of groupsOf(dialect.draft).filter(dialect.knows)) {
      const { validators, diagnostics } = await compile(
        dialect.documentOf({ Schema: placed(group.schema) }),
      )
      for (const { description, data, valid } of group.tests) {
        if (validators.Schema && agrees(validators.Schema, data, valid)) passed++
        else {
          const name = `${dialect.draft} | ${group.file} | ${group.description} | ${description}`
          if (!knownFailure(name)) unexpected.push(name)
          if (diagnostics.length === 0) silent.push(name)
        }
      }
    }
    expect(unexpected, 'tests that fail and are not in known-failures.txt').toEqual([])
    expect(silent, 'failures that no diagnostic announces').toEqual([])
    expect(passed).toBeGreaterThan(dialect.least)
  })
})
