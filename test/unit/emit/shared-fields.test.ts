import { expect, test } from 'vitest'
import { createProject, errorsIn } from '../../property/fixtures/typescript-project.js'
import { generate, ref, schemasOnly } from '../lower/generate.fixture.js'

const NARROW = { type: 'integer', enum: [1, 2] }
const b = { type: 'object', required: ['type'], properties: { type: { const: 'b' } } }

function memberWith(id: object, required: readonly string[]): object {
  return {
    type: 'object',
    required: ['type', ...required],
    properties: { type: { const: 'a' }, id, n: { type: 'integer' } },
  }
}

function beside(union: object, fields: object, required: readonly string[]): object {
  return { ...union, type: 'object', required, properties: fields }
}

/** What the compiler has against the module of the unions, and against a program that uses it. */
async function errorsOf(schemas: object, program = ''): Promise<string[]> {
  const made = await generate(schemasOnly({ B: b, ...schemas }))
  const sources = (made.files ?? []).filter(({ path }) => path.endsWith('.ts'))
  const modules = new Map(sources.map(({ path, text }) => [path.replace(/^src\//, ''), text]))
  modules.set('program.ts', `import { uA, type UA } from './index.js'\n${program}`)
  const project = createProject(modules)
  return ['unions.ts', 'program.ts'].flatMap((name) => errorsIn(project, name))
}

const ids = { integer: { type: 'integer' }, narrow: NARROW }
const shapes = Object.entries(ids).flatMap(([own, mine]) =>
  Object.entries(ids).flatMap(([shared, ours]) =>
    [[], ['id']].flatMap((needed) =>
      [[], ['id']].map((required) => ({ own, mine, shared, ours, needed, required })),
    ),
  ),
)

test.each(shapes)(
  'constructors compile where a member requires $needed ($own) and all members $required ($shared)',
  async (at) => {
    const a = memberWith(at.mine, at.needed)
    const fields = { id: at.ours, z: { type: 'string' } }
    const inline = beside({ oneOf: [a, b] }, fields, at.required)
    const named = beside({ oneOf: [ref('A'), ref('B')] }, fields, at.required)
    const only = beside({ oneOf: [ref('A'), ref('B')] }, { id: at.ours }, at.required)
    expect(await errorsOf({ A: a, U: inline, Named: named, Only: only })).toEqual([])
  },
)

test.each(['inline', 'named'])(
  'what a member requires beside shared fields is required of its type (%s)',
  async (kind) => {
    const a = memberWith(NARROW, ['id'])
    const members = kind === 'inline' ? [a, b] : [ref('A'), ref('B')]
    const shared = { id: { type: 'integer' }, z: { type: 'string' } }
    const errors = await errorsOf(
      { A: a, U: beside({ oneOf: members }, shared, []) },
      `export const made: UA = uA({ id: 1 }, { z: 'z' })
// @ts-expect-error the member requires its id
export const missing: UA = { type: 'a' }
// @ts-expect-error the member allows 1 and 2
export const wrong: UA = { type: 'a', id: 3 }
// @ts-expect-error the payload needs an id
uA({})
`,
    )
    expect(errors).toEqual([])
  },
)

test('a member with other fields beside those that it describes again compiles', async () => {
  const a = { ...memberWith(NARROW, ['id']), additionalProperties: true }
  const schemas = {
    A: a,
    U: beside({ oneOf: [ref('A'), ref('B')] }, { id: { type: 'integer' } }, []),
  }
  expect(await errorsOf(schemas)).toEqual([])
})
