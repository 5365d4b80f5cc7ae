import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { generate, ref, schemasOnly } from '../../unit/lower/generate.fixture.js'
import { complaintsIn, programOf } from './program.fixture.js'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** What the compiler counts for a file that checks without an error. */
function instantiations(name: string, texts: Readonly<Record<string, string>>): number {
  const file = path.join(folder, name)
  const paths = Object.entries(texts).map(
    ([each, text]) => [path.join(folder, each), text] as const,
  )
  const program = programOf(file, new Map(paths))
  expect(complaintsIn(program, file)).toEqual([])
  return program.getInstantiationCount()
}

it('a body that needs one of ten members costs three instantiations a member', () => {
  const names = Array.from({ length: 10 }, (_, index) => `member_${index}`)
  const needed = names.map((each) => `'${each}'`).join(' | ')
  const members = names.map((each) => `${each}?: string`).join('; ')
  const bodies = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) =>
        `export type Body${index} = AtLeastOne<${needed}, { ${members}; own${index}?: 1 }>
         export const body${index} = (value: Body${index}): object => value`,
    ).join('\n')
  const from = '../../../packages/runtime/src/core/at-least-one.js'
  const counted = (count: number): number =>
    instantiations('counted.ts', {
      'counted.ts': `import type { AtLeastOne } from '${from}'\n${bodies(count)}`,
    })
  expect((counted(11) - counted(1)) / 10).toBeLessThanOrEqual(35)
})

it('the constructors of unions that have the same members take the same types', async () => {
  const members = ['Cat', 'Dog']
  const names = ['type', 'a', 'b', 'c', 'd', 'e', 'f']
  const properties = Object.fromEntries(names.map((each) => [each, { type: 'string' }]))
  const pets = members.map((each) => [each, { type: 'object', required: ['type'], properties }])
  const any = { oneOf: members.map(ref), discriminator: { propertyName: 'type' } }
  const counted = async (count: number): Promise<number> => {
    const unions = Array.from({ length: count }, (_, index) => [`Any${index}`, any])
    const { files = [] } = await generate(schemasOnly(Object.fromEntries([...pets, ...unions])))
    const texts = files.map((each) => [path.basename(each.path), each.text] as const)
    return instantiations('unions.ts', Object.fromEntries(texts))
  }
  expect(((await counted(11)) - (await counted(1))) / 10).toBeLessThanOrEqual(55)
})
