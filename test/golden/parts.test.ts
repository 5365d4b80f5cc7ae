// What the parts of a package have in common does not depend on which of them are written.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Part } from '../../generator/src/model/package-parts.js'
import { generatePackage, type Outcome } from '../../generator/src/pipeline/generate-package.js'
import { generateCase, goldenCases } from './cases.js'

const SHARED = ['types.ts', 'unions.ts', 'enums.ts']

const alone: readonly Part[] = ['client']

function shared({ files = [] }: Outcome): ReadonlyMap<string, string> {
  const kept = files.filter(({ path }) => SHARED.some((name) => path === `src/${name}`))
  return new Map(kept.map(({ path, text }) => [path, text]))
}

async function generated(
  spec: string,
  parts?: readonly Part[],
  base: string = path.join(import.meta.dirname, '../..'),
): Promise<Outcome> {
  const identity = { name: '@acme/api', version: '1.0.0', runtime: '^1.0.0' }
  return generatePackage(spec, base, { ...identity, ...(parts ? { parts } : {}) })
}

describe.each(goldenCases)('$name', (golden) => {
  test('has the same types, unions and enums when only the client is generated', async () => {
    const whole = await generateCase(golden)
    const client = await generateCase(golden, {}, alone)
    expect(shared(client)).toEqual(shared(whole))
  })
})

test.each(['spec/routing/openapi.yaml', 'spec/node-rpc/openrpc.yaml'])(
  'so has %s',
  async (spec) => {
    const whole = shared(await generated(spec))
    expect([...whole.keys()].length).toBeGreaterThan(1)
    expect(shared(await generated(spec, alone))).toEqual(whole)
  },
)

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
    const whole = shared(await generated('spec.json', undefined, folder))
    expect(whole.get('src/unions.ts')).toContain("keyTags(['far', 'near'], { nullable: ['far'] })")
    expect(whole.get('src/types.ts')).toContain('AtLeastOne<')
    expect(shared(await generated('spec.json', alone, folder))).toEqual(whole)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
