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
  modules.set('program.ts', program)
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

/** In one program: the compiler takes longer to start than for all of them. What it complains of says which it is. */
test('constructors compile, whatever a member and all members require of a field', async () => {
  const schemas = shapes.flatMap(({ own, mine, shared, ours, needed, required }) => {
    const name = `${needed.length > 0 ? 'Needs' : 'May'}${own}All${required.length > 0 ? 'Need' : 'May'}${shared}`
    const a = memberWith(mine, needed)
    const members = { oneOf: [ref(`A${name}`), ref('B')] }
    const fields = { id: ours, z: { type: 'string' } }
    return [
      [`A${name}`, a],
      [`U${name}`, beside({ oneOf: [a, b] }, fields, required)],
      [`Named${name}`, beside(members, fields, required)],
      [`Only${name}`, beside(members, { id: ours }, required)],
    ] as const
  })
  expect(schemas).toHaveLength(64)
  expect(new Set(schemas.map(([name]) => name)).size).toBe(64)
  expect(await errorsOf(Object.fromEntries(schemas))).toEqual([])
})

test.each(['inline', 'named'])(
  'what a member requires beside shared fields is required of its type (%s)',
  async (kind) => {
    const a = memberWith(NARROW, ['id'])
    const members = kind === 'inline' ? [a, b] : [ref('A'), ref('B')]
    const shared = { id: { type: 'integer' }, z: { type: 'string' } }
    const errors = await errorsOf(
      { A: a, U: beside({ oneOf: members }, shared, []) },
      `import { uA, type UA } from './index.js'
export const made: UA = uA({ id: 1 }, { z: 'z' })
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
