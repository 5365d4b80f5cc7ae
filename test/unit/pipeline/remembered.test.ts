import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemories, MemoryKind } from '../../../generator/src/emit/memory.js'
import { patienceMs, runs } from '../../property/length.js'
import { generate, ref } from '../lower/generate.fixture.js'

// While a document is edited (`--watch`), what did not change is remembered. That saves time and nothing else: after
// any edits the package is the one that a run without a memory writes.

interface Named {
  [name: string]: { type: string; description: string; properties: Record<string, object> }
}

const COUNT = 120

/** Long enough that modules are laid out in many pieces. */
function schemasOf(): Named {
  const fields = (at: number): Record<string, object> => ({
    id: { type: 'string', description: `Number ${at}.`, maxLength: at + 1 },
    next: ref(`S${(at + 1) % COUNT}`),
    kind: { type: 'string', enum: ['one', 'two', `k${at}`] },
    list: { type: 'array', minItems: 1, items: { type: 'object', properties: { [`x${at}`]: {} } } },
  })
  return Object.fromEntries(
    Array.from({ length: COUNT }, (_, at) => [
      `S${at}`,
      { type: 'object', description: `The ${at}th.`, properties: fields(at) },
    ]),
  )
}

function documentOf(schemas: Named): object {
  const paths = Object.keys(schemas).map((name) => [
    `/of-${name}`,
    {
      get: {
        operationId: `get${name}`,
        summary: `Gives ${name}.`,
        responses: {
          200: { description: 'Fine.', content: { 'application/json': { schema: ref(name) } } },
        },
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Edited', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas },
  }
}

type Edit = (schemas: Named, at: number, text: string) => void

const names = Object.keys(schemasOf())
const called = (at: number): string => names[at % names.length] ?? ''

const edits: Record<string, Edit> = {
  describe: (schemas, at, text) => {
    const schema = schemas[called(at)]
    if (schema) schema.description = text
  },
  add: (schemas, at, text) => {
    const schema = schemas[called(at)]
    if (schema) schema.properties[`p${text.length}`] = { type: 'integer', description: text }
  },
  drop: (schemas, at) => {
    const schema = schemas[called(at)]
    if (schema) schema.properties = {}
  },
  unite: (schemas, at) => {
    const schema = schemas[called(at)]
    if (schema) schema.properties.either = { oneOf: [ref(called(at + 1)), { type: 'string' }] }
  },
  insert: (schemas, at, text) => {
    const own = { type: 'object', description: text, properties: { s: ref(called(at)) } }
    const entries = Object.entries(schemas)
    for (const name of Object.keys(schemas)) delete schemas[name]
    Object.assign(schemas, Object.fromEntries([[`A${at}`, own], ...entries]))
  },
}

const edit = fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(COUNT), fc.string())

test('a run that remembers the one before writes what any other run writes', {
  timeout: patienceMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (steps) => {
      const memories = createMemories()
      const schemas = schemasOf()
      const watched = async (): Promise<readonly object[] | undefined> => {
        const memory = memories.of('edited')
        const { files } = await generate(documentOf(schemas), { memory })
        memory.dropUnused()
        return files
      }
      await watched()
      for (const [kind, at, text] of steps) {
        edits[kind]?.(schemas, at, text)
        const files = await watched()
        expect(files?.length).toBeGreaterThan(5)
        expect(files).toEqual((await generate(documentOf(schemas))).files)
      }
    }),
    runs(2),
  )
})

test('a run that fails forgets nothing, and a complete one forgets what it did not use', () => {
  const lengths = new MemoryKind<number>()
  const memory = createMemories().of('edited')
  const made: string[] = []
  const use = (...texts: readonly string[]): string[] => {
    made.length = 0
    for (const text of texts) memory.recall(lengths, text, () => made.push(text))
    return [...made]
  }
  expect(use('a', 'b')).toEqual(['a', 'b'])
  memory.dropUnused()
  // Two runs that ended early.
  expect(use('a')).toEqual([])
  expect(use()).toEqual([])
  expect(use('a', 'b')).toEqual([])
  memory.dropUnused()
  expect(use('a', 'c')).toEqual(['c'])
  memory.dropUnused()
  expect(use('a', 'b', 'c')).toEqual(['b'])
})
