import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { complaintsIn, programOf } from './program.fixture.js'

const file = path.join(fileURLToPath(new URL('.', import.meta.url)), 'counted.ts')

/** What the compiler counts for a program that checks without an error. */
function instantiations(text: string): number {
  const program = programOf(file, new Map([[file, text]]))
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
    instantiations(`import type { AtLeastOne } from '${from}'\n${bodies(count)}`)
  expect((counted(11) - counted(1)) / 10).toBeLessThanOrEqual(35)
})
