import { expect, test } from 'vitest'
import { layOut, loadFormatter } from '../../../generator/src/emit/typescript/layout.js'

test('memory settings of the formatter are not inherited by child processes', async () => {
  const before = { ...process.env }
  await loadFormatter()
  expect(process.env).toEqual(before)
  expect((await layOut('a.ts', 'const a=1')).code).toBe('const a = 1\n')
})
