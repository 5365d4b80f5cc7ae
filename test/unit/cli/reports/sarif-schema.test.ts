import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv, type ValidateFunction } from 'ajv'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasFormat } from '../../../../generator/src/check/texts.js'
import type { Report, ReportEntry } from '../../../../generator/src/cli/reports/report.js'
import { sarifText } from '../../../../generator/src/cli/reports/sarif.js'
import { type Dictionary, isDictionary } from '../../../../generator/src/model/json.js'
import { type Project, run } from '../cli.fixture.js'
import { config, gitIn, PATIENCE_MS, repository, SPEC } from '../commands/ci-update.fixture.js'

/** SARIF files of whole runs: what the published schema allows, and what code scanning accepts. */

const published = fileURLToPath(new URL('../../../../.cache/sarif-2.1.0.json', import.meta.url))
const isThere = existsSync(published)
if (!isThere) {
  console.warn(
    'The schema of SARIF is not there, so only our own rules are checked: `npx -y pnpm@12 tool sarif` fetches it.',
  )
}

/** What we write, with nothing else beside it. */
const text = { type: 'string', minLength: 1, maxLength: 1024 }
const message = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: { text },
}
const sealed = (properties: Dictionary, optional: readonly string[] = []): Dictionary => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((each) => !optional.includes(each)),
  properties,
})
const count = { type: 'integer', minimum: 1 }
const OURS = sealed({
  $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
  version: { const: '2.1.0' },
  runs: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    items: sealed({
      tool: sealed({
        driver: sealed({
          name: { const: 'tagwire' },
          version: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+` },
          informationUri: { type: 'string', format: 'uri' },
          rules: {
            type: 'array',
            maxItems: 25_000,
            items: sealed({
              id: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9-]*$', maxLength: 255 },
              name: { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$', maxLength: 255 },
              shortDescription: message,
              fullDescription: message,
              helpUri: { type: 'string', format: 'uri' },
              help: sealed({ text, markdown: text }),
            }),
          },
        }),
      }),
      automationDetails: sealed({ id: { const: 'tagwire/' } }),
      results: {
        type: 'array',
        maxItems: 5000,
        items: sealed(
          {
            ruleId: text,
            ruleIndex: { type: 'integer', minimum: 0 },
            level: { enum: ['error', 'warning', 'note'] },
            message,
            partialFingerprints: sealed({ primaryLocationLineHash: text, 'tagwire/v1': text }),
            properties: sealed(
              { step: text, tags: { type: 'array', maxItems: 20, uniqueItems: true, items: text } },
              ['tags'],
            ),
            locations: {
              type: 'array',
              minItems: 1,
              maxItems: 1000,
              items: sealed({
                physicalLocation: sealed({
                  artifactLocation: sealed(
                    {
                      // A path below the base: not absolute, and without a query or a fragment.
                      uri: { type: 'string', format: 'uri-reference', pattern: '^[^?#]+$' },
                      uriBaseId: { const: '%SRCROOT%' },
                    },
                    ['uriBaseId'],
                  ),
                  region: sealed({ startLine: count, startColumn: count }),
                }),
              }),
            },
          },
          ['locations'],
        ),
      },
    }),
  },
})

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  formats: Object.fromEntries(
    ['uri', 'uri-reference', 'date-time'].map((name) => [
      name,
      (value: string) => hasFormat(value, name),
    ]),
  ),
})
const ours = ajv.compile(OURS)

/** The published schema is of draft 4, of which it only uses what later ones have, too. */
function readPublished(): ValidateFunction {
  const value: unknown = JSON.parse(readFileSync(published, 'utf8'))
  if (!isDictionary(value)) throw new TypeError(`${published} is no schema`)
  const { $schema, id, ...schema } = value
  expect(String(id)).toContain('sarif-schema-2.1.0.json')
  expect(String($schema)).toContain('draft-04')
  return ajv.compile(schema)
}

function faultsOf(validate: ValidateFunction, given: string): string[] {
  validate(JSON.parse(given))
  return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)
}

const entry: ReportEntry = {
  level: 'error',
  rule: 'field-removed',
  message: 'Step.note: removed',
  section: 'Breaking',
}
const REPORTS: readonly Report[] = [
  { name: 'tagwire check', summary: 'x', entries: [] },
  {
    name: 'tagwire diff a.yaml',
    summary: 'x',
    entries: [
      entry,
      { ...entry, file: 'a b/é#1?.yaml', line: 3, column: 9 },
      { ...entry, file: '../up/100%.yaml', line: 3, column: 9, message: 'Step.other: removed' },
      { ...entry, file: 'C:\\specs\\a.yaml', line: 1, column: 1 },
      { ...entry, file: 'https://example.com/a.yaml', line: 2, column: 2 },
      { ...entry, message: 'x'.repeat(5000) },
      { ...entry, rule: 'TW1001', tags: Array.from({ length: 40 }, (_, at) => `tag ${at}`) },
      { ...entry, rule: 'mismatch', level: 'warning' },
    ],
  },
  ...Array.from({ length: 40 }, (_, at) => ({
    name: `tagwire diff ${at}`,
    summary: 'x',
    entries: Array.from({ length: 200 }, () => ({ ...entry, level: 'note' as const })),
  })),
]

let project: Project | undefined
afterEach(() => {
  project?.remove()
  project = undefined
})

/** The files of runs that find something in each of their steps. */
async function written(): Promise<string[]> {
  const repo = await repository()
  project = repo
  repo.write('api/openapi.yaml', SPEC.replace('walk: { type: string }', 'walk: { type: integer }'))
  repo.write('api/recorded/odd name#1.har', '{ "log": { "entries": [] } }')
  repo.write('packages/steps/README.md', 'changed')
  const sarif = async (...args: string[]): Promise<string> => {
    await run(repo.folder, [...args, '--sarif', 'reports/s.json'])
    return repo.read('reports/s.json')
  }
  const asked = await sarif('ci', '--base', 'main')
  const unknown = await sarif('ci', '--base', 'nowhere')
  gitIn(repo, 'checkout', '-q', '.')
  repo.write('tagwire.config.json', config({ name: '@acme/other' }))
  const gone = await sarif('ci', '--base', 'main')
  repo.write('api/openapi.yaml', 'openapi: 3.1.0\ninfo: [\n')
  const faulty = await sarif('ci', '--base', 'main')
  gitIn(repo, 'checkout', '-q', '.')
  const old = 'git:main:api/openapi.yaml'
  const args = ['diff', old, 'api/openapi.yaml', '--format', 'sarif']
  const same = await run(repo.folder, args)
  return [asked, unknown, gone, faulty, same.stdout]
}

describe.each<[string, boolean, () => ValidateFunction]>([
  ['our own rules', true, () => ours],
  ['the published schema', isThere, readPublished],
])('%s', { timeout: PATIENCE_MS }, (_, isKnown, compiled) => {
  let validate: ValidateFunction
  beforeEach(() => {
    validate = compiled()
  })

  test.skipIf(!isKnown)('allow what is written', () => {
    expect(faultsOf(validate, sarifText(REPORTS, '1.2.3'))).toEqual([])
    expect(faultsOf(validate, sarifText([], '1.2.3'))).toEqual([])
  })

  test.skipIf(!isKnown)('allow the files of runs', async () => {
    const files = await written()
    for (const each of files) expect(faultsOf(validate, each)).toEqual([])
    const results = files.map((each) => JSON.parse(each).runs[0].results.length)
    expect(results.map((each) => each > 0)).toEqual([true, true, true, true, false])
  })

  test.skipIf(!isKnown)('refuse other files', () => {
    const good = sarifText(REPORTS, '1.2.3')
    for (const [from, to] of [
      ['"version": "2.1.0"', '"version": "2.0.0"'],
      ['"level": "error"', '"level": "fatal"'],
      ['"startLine": 3', '"startLine": 0'],
      ['"ruleIndex"', '"ruleindex"'],
    ] as const) {
      expect(faultsOf(validate, good.replace(from, to))).not.toEqual([])
    }
  })
})

test('a file stays below the ten megabytes that GitHub accepts, without being compressed', () => {
  const entries = Array.from({ length: 6000 }, (_, at) => ({
    ...entry,
    file: `specs/${'folder/'.repeat(12)}a.yaml`,
    line: at + 1,
    message: `${at}${'x'.repeat(900)}`,
  }))
  const size = Buffer.byteLength(sarifText([{ name: 'x', summary: 'x', entries }], '1.2.3'))
  expect(size).toBeLessThan(10_000_000)
})

test('every result names a rule that is listed, at its place', () => {
  const [only]: {
    tool: { driver: { rules: { id: string }[] } }
    results: { ruleId: string; ruleIndex: number }[]
  }[] = JSON.parse(sarifText(REPORTS, '1.2.3')).runs
  expect(only?.results.length).toBeGreaterThan(0)
  for (const { ruleId, ruleIndex } of only?.results ?? []) {
    expect(only?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
  }
})
