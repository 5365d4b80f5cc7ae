import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { complaintsIn, programOf } from './program.fixture.js'

const fileOf = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

it('a style of unions that schemas of zod do not know does not compile', () => {
  const file = fileOf('packages/emit-zod/src/unions.ts')
  const styles = fileOf('generator/dist/model/shapes/tagging.d.ts')
  const text = readFileSync(styles, 'utf8')
  const more = text.replace(
    'export type Tagging =',
    "$& { readonly style: 'more'; readonly property: string } |",
  )
  expect(more).not.toBe(text)
  expect(complaintsIn(programOf(file), file)).toEqual([])
  const [missing] = complaintsIn(programOf(file, new Map([[styles, more]])), file)
  expect(missing).toContain('TS2366: Function lacks ending return statement')
})
