// The check of parameters that are the whole input of an operation is written once, for the validator of requests and for
// mocks and servers.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Part } from '../../../generator/src/model/package-parts.js'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-request-checks-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const parameter = (name: string, schema: object, place = 'query') => ({
  ...{ name, in: place, schema },
  ...(place === 'path' ? { required: true } : {}),
})
const get = (operationId: string, ...parameters: readonly object[]) => ({
  get: { operationId, parameters, responses: { 204: { description: 'Done.' } } },
})
const text = { type: 'string' }

const PATHS = {
  '/orders': get('listOrders', parameter('limit', { type: 'integer' })),
  '/orders/{id}': get('findOrder', parameter('id', text, 'path')),
  '/orders/{id}/lines': get('findLines', parameter('id', text, 'path'), parameter('q', text)),
  '/small': get('small', parameter('code', { ...text, pattern: '^[a-z]+$' })),
  '/large': get('large', parameter('code', { ...text, pattern: '^[A-Z]+$' })),
  '/pets': get('listPets', parameter('kind', { $ref: '#/components/schemas/Kind' })),
}
const SCHEMAS = { Kind: { type: 'string', enum: ['cat', 'dog'] } }

/** The modules with checks, by path. */
async function made(parts?: readonly Part[], schemas: object = SCHEMAS) {
  const info = { title: 'Shop', version: '1' }
  const document = { openapi: '3.1.0', info, paths: PATHS, components: { schemas } }
  writeFileSync(path.join(folder, 'shop.json'), JSON.stringify(document))
  const identity = { name: '@acme/shop', version: '1.0.0', runtime: '^1.0.0' }
  const { files = [] } = await generatePackage('shop.json', folder, {
    ...identity,
    ...(parts ? { parts } : {}),
  })
  return new Map(files.map((each) => [each.path, each.text]))
}

/** The modules that declare a check. */
function homesOf(files: ReadonlyMap<string, string>, check: string): string[] {
  const declared = new RegExp(`const ${check}\\b`)
  return [...files].filter(([, module]) => declared.test(module)).map(([file]) => file)
}

function usersOf(files: ReadonlyMap<string, string>, check: string): string[] {
  const used = new RegExp(`\\b${check}\\b`)
  return [...files].filter(([, module]) => used.test(module)).map(([file]) => file)
}

const SHARED = 'src/request-checks.ts'

describe('with validators and a mock', () => {
  test.each(['ListOrders', 'FindOrder', 'Small', 'Large'])('there is one of %s', async (name) => {
    const files = await made()
    const check = `check${name}Input`
    expect(homesOf(files, check)).toEqual([SHARED])
    expect(usersOf(files, check).sort()).toEqual([
      SHARED,
      'src/request-facts.ts',
      'src/validate.ts',
    ])
    for (const place of ['Query', 'Path'])
      expect(usersOf(files, `check${name}${place}`)).toEqual([])
  })

  test('a place of a larger input has it too', async () => {
    const facts = (await made()).get('src/request-facts.ts')
    expect(facts).toContain("path: /*@__PURE__*/ validator('findLinesPath', checkFindOrderInput)")
    expect(facts).toContain('const checkFindLinesQuery')
  })

  test('the check of a type stays with the types', async () => {
    const files = await made()
    expect(homesOf(files, 'checkListPetsInput')).toEqual(['src/validate.ts'])
    expect(homesOf(files, 'checkListPetsQuery')).toEqual(['src/request-facts.ts'])
  })

  test('a type of the document keeps its name', async () => {
    const files = await made(undefined, {
      ...SCHEMAS,
      SmallInput: { type: 'object', properties: { a: text } },
    })
    expect(homesOf(files, 'checkSmallInput')).toEqual(['src/validate.ts'])
    expect(homesOf(files, 'checkSmallInput_')).toEqual([SHARED])
  })

  test('it is nothing to import from outside', async () => {
    const files = await made()
    expect(files.get('package.json')).not.toContain('request-checks')
    expect(files.get('src/index.ts')).not.toContain('request-checks')
    expect(files.get('src/validate.ts')).not.toContain("export * from './request-checks.js'")
  })
})

test.each<[string, Part[], string[]]>([
  ['without a mock, it is in validate', ['client', 'validate'], ['src/validate.ts']],
  ['without validators, there is none', ['client', 'mock'], []],
])('%s', async (_, parts, homes) => {
  const files = await made(parts)
  expect(files.has(SHARED)).toBe(false)
  expect(homesOf(files, 'checkListOrdersInput')).toEqual(homes)
})
