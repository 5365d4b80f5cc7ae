// What the parts of a package have in common does not depend on which of them are written; of the golden cases,
// that is held where they are generated.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Part } from '../../generator/src/model/package-parts.js'
import {
  type GeneratedFiles,
  generatePackage,
} from '../../generator/src/pipeline/generate-package.js'
import { inCommon } from './cases.js'

const alone: readonly Part[] = ['client']

async function generated(
  spec: string,
  parts?: readonly Part[],
  base: string = path.join(import.meta.dirname, '../..'),
): Promise<GeneratedFiles> {
  const identity = { name: '@acme/api', version: '1.0.0', runtime: '^1.0.0' }
  return generatePackage(spec, base, { ...identity, ...(parts ? { parts } : {}) })
}

const SAME = 'has the same types, unions and enums when only the client is generated'

/** Of the whole package, what is in `packages`: `tagwire check` holds that it is what is generated. */
test(`spec/routing/openapi.yaml ${SAME}`, async () => {
  const client = inCommon(await generated('spec/routing/openapi.yaml', alone))
  expect(client.size).toBeGreaterThan(1)
  for (const [file, text] of client) {
    const stored = path.join(import.meta.dirname, '../../packages/routing', file)
    expect(text, file).toBe(readFileSync(stored, 'utf8'))
  }
})

/** The package has several lines of the node, so its types are others. */
test(`spec/node-rpc/openrpc.yaml ${SAME}`, async () => {
  const whole = inCommon(await generated('spec/node-rpc/openrpc.yaml'))
  expect(whole.size).toBeGreaterThan(1)
  expect(inCommon(await generated('spec/node-rpc/openrpc.yaml', alone))).toEqual(whole)
})

/** What the types of it depend on is far from where they are written. */
const RULED = {
  openapi: '3.1.0',
  info: { title: 'Moves', version: '1' },
  paths: {
    '/search': {
      post: {
        operationId: 'search',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Search' } } },
        },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
  components: {
    schemas: {
      Search: {
        type: 'object',
        properties: { text: { type: 'string' }, owner: { type: 'string' } },
        anyOf: [{ required: ['text'] }, { required: ['owner'] }],
      },
      Step: {
        type: ['object', 'null'],
        properties: { next: { $ref: '#/components/schemas/Move' } },
      },
      StepAgain: { allOf: [{ $ref: '#/components/schemas/Step' }] },
      Wrapped: {
        type: 'object',
        required: ['far'],
        properties: { far: { $ref: '#/components/schemas/StepAgain' } },
      },
      Move: {
        oneOf: [
          { $ref: '#/components/schemas/Wrapped' },
          { type: 'object', required: ['near'], properties: { near: { type: 'object' } } },
        ],
      },
    },
  },
}

test('so have bodies with alternatives, and payloads that are null by way of references', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-parts-'))
  try {
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(RULED))
    const whole = inCommon(await generated('spec.json', undefined, folder))
    expect(whole.get('src/unions.ts')).toContain("keyTags(['far', 'near'], { nullable: ['far'] })")
    expect(whole.get('src/types.ts')).toContain('AtLeastOne<')
    expect(inCommon(await generated('spec.json', alone, folder))).toEqual(whole)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Every place of a schema, for one that nothing else refers to: outside of `components`, it has no name before. */
const PLACES: Readonly<Record<string, (schema: object) => object>> = {
  not: (schema) => ({ not: schema }),
  'not, deeper': (schema) => ({ properties: { a: { items: { not: { allOf: [schema] } } } } }),
  if: (schema) => ({ if: schema, else: { required: ['a'] } }),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: (schema) => ({ if: { required: ['a'] }, then: schema }),
  else: (schema) => ({ if: { required: ['a'] }, else: schema }),
  contains: (schema) => ({ type: 'array', contains: schema }),
  propertyNames: (schema) => ({ propertyNames: schema }),
  dependentSchemas: (schema) => ({ dependentSchemas: { a: schema } }),
  dependencies: (schema) => ({ dependencies: { a: schema } }),
  patternProperties: (schema) => ({ patternProperties: { '^a': schema } }),
  unevaluatedProperties: (schema) => ({ unevaluatedProperties: schema }),
  unevaluatedItems: (schema) => ({ type: 'array', unevaluatedItems: schema }),
  'items after a tuple': (schema) => ({ type: 'array', prefixItems: [{}], items: schema }),
  additionalItems: (schema) => ({ type: 'array', items: [{}], additionalItems: schema }),
  prefixItems: (schema) => ({ type: 'array', prefixItems: [schema] }),
  'items of a text': (schema) => ({ type: 'string', items: schema }),
  'properties of a text': (schema) => ({ type: 'string', properties: { a: schema } }),
  'beside a constant': (schema) => ({ const: 1, allOf: [schema] }),
  'beside values': (schema) => ({ enum: ['a'], anyOf: [schema, { type: 'null' }] }),
  'beside a name': (schema) => ({ $ref: '#/components/schemas/Other', anyOf: [schema, {}] }),
  'one of a union': (schema) => ({ oneOf: [schema, { type: 'integer' }] }),
}

const apart = { type: 'object', properties: { only: { type: 'string' } }, required: ['only'] }

function withPlace(schema: object, isOfParameter: boolean) {
  const own = isOfParameter ? { type: 'object' } : schema
  const answer = { $ref: '#/components/schemas/Holder' }
  return {
    openapi: '3.1.0',
    info: { title: 'Places', version: '1' },
    paths: {
      '/x': {
        get: {
          operationId: 'x',
          parameters: [
            { name: 'q', in: 'query', schema: isOfParameter ? schema : { type: 'string' } },
          ],
          responses: {
            200: { description: 'ok', content: { 'application/json': { schema: answer } } },
          },
        },
      },
    },
    components: { schemas: { Holder: own, Other: { type: 'object' } } },
    'x-more': { Apart: apart },
  }
}

describe.each(Object.entries(PLACES))('a schema elsewhere, in `%s`', (_, schema) => {
  test.each([
    ['a schema', false],
    ['a parameter', true],
  ])('of %s has a type in both', async (_, isOfParameter) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-parts-'))
    try {
      const document = withPlace(schema({ $ref: '#/x-more/Apart' }), isOfParameter)
      writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
      const whole = inCommon(await generated('spec.json', undefined, folder))
      expect(inCommon(await generated('spec.json', alone, folder))).toEqual(whole)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
