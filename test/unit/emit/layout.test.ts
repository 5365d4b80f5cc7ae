import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  layOut,
  layOutPieces,
  loadFormatter,
} from '../../../generator/src/emit/typescript/layout.js'
import { beginModule } from '../../../generator/src/emit/typescript/print.js'
import { exportedType } from '../../../generator/src/emit/typescript/structures.js'

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

test('a module that waits for its text does not keep what it was printed from', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const begun = async () => {
    const statement = exportedType({ name: 'A', type: 'string' })
    const module = { path: 'src/a.ts', imports: [], statements: [statement] }
    return { text: await beginModule(module), statement: new WeakRef(statement) }
  }
  const { text, statement } = await begun()
  await new Promise((resolve) => setTimeout(resolve, 0))
  collect()
  expect(statement.deref()).toBeUndefined()
  expect((await text()).text).toBe('export type A = string\n')
})
