import { expect, test } from 'vitest'
import { createProject, errorsIn } from '../../../property/fixtures/typescript-project.js'
import { compile } from '../../validate/compile.fixture.js'
import { generate, schemasOnly, textOf } from '../generate.fixture.js'
import { all, N, S } from './shapes-of.fixture.js'

const members = [all({ go: S }), all({ wait: N })]
const document = schemasOnly({ Any: { anyOf: members }, One: { oneOf: members } })

const VALUES = `
import type { Any, One } from './src/index.js'
export const any: Any[] = [{ go: 'a' }, { wait: 1 }, { go: 'a', wait: 1 }]
export const wait: number | undefined = (any[2] as Any).wait
export const wrong: Any = { go: 'a', wait: 'b' }
export const two: One = { go: 'a', wait: 1 }
`

test('a value of an anyOf may have several of its keys, in types as in checks', async () => {
  const { validators } = await compile(document)
  const both = { go: 'a', wait: 1 }
  expect(validators.Any?.strict.is(both)).toBe(true)
  expect(validators.One?.strict.is(both)).toBe(false)
  expect(validators.Any?.strict.is({ go: 'a', wait: 'b' })).toBe(false)

  const made = await generate(document)
  const sources = made.files?.filter(({ path }) => path.startsWith('src/')) ?? []
  const texts = sources.map(({ path }) => [path, textOf(made, path)] as const)
  const project = createProject(new Map([...texts, ['values.ts', VALUES] as const]))
  const lines = errorsIn(project, 'values.ts').map((each) => /export const (\w+)/.exec(each)?.[1])
  expect(lines).toEqual(['wrong', 'two'])
})
