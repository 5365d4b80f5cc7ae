import { expect, test } from 'vitest'
import {
  layOut,
  layOutPieces,
  loadFormatter,
} from '../../../generator/src/emit/typescript/layout.js'

test('memory settings of the formatter are not inherited by child processes', async () => {
  const before = { ...process.env }
  await loadFormatter()
  expect(process.env).toEqual(before)
  expect((await layOut('a.ts', 'const a=1')).code).toBe('const a = 1\n')
})

test('the event loop turns between two pieces, so that the formatter gets them while they are printed', async () => {
  const turned: boolean[] = []
  function* pieces(): Generator<string> {
    for (const name of ['a', 'b', 'c']) {
      const index = turned.push(false) - 1
      setImmediate(() => {
        turned[index] = true
      })
      yield `const ${name}=1`
      expect(turned[index]).toBe(true)
    }
  }
  const text = await layOutPieces('a.ts', pieces())
  expect((await text()).code).toBe('const a = 1\n\nconst b = 1\n\nconst c = 1\n')
  expect(turned).toHaveLength(3)
})
