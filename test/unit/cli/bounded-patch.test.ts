import { expect, test } from 'vitest'
import { boundedPatch, differsInFormOnly } from '../../../generator/src/cli/bounded-patch.js'

const lines = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('\n')

test('a small difference is a unified diff', () => {
  expect(boundedPatch('a.ts', 'a\nb\nc\n', 'a\nx\nc\n')).toBe(
    '--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n',
  )
})

test('only the beginning of a rewritten file of 20,000 lines is shown, quickly', () => {
  const before = lines(20_000, (index) => `old ${index}`)
  const after = `same\n${lines(20_000, (index) => `new ${index}`)}`
  const started = performance.now()
  const text = boundedPatch('a.ts', `same\n${before}`, after)
  expect(performance.now() - started).toBeLessThan(1000)
  expect(text.split('\n').length).toBeLessThan(130)
  expect(text).toContain('-old 0\n')
  expect(text).toContain('+new 0\n')
  expect(text).toContain(
    '… the files differ from line 2 on, for 20000 lines before and 20000 after',
  )
})

test('many small differences are counted after the first ones', () => {
  const before = lines(3000, (index) => `line ${index}`)
  const after = lines(3000, (index) => (index % 20 === 0 ? `other ${index}` : `line ${index}`))
  const text = boundedPatch('a.ts', before, after)
  expect(text).toContain('+other 0')
  expect(text).toMatch(/… (and \d+ changed lines more|the files differ from line 1 on)/)
})

test('what a formatter does is only form', () => {
  const ours = "export const a = { b: 'c' }\nexport type T = 'x' | 'y'\n"
  expect(
    differsInFormOnly(
      ours,
      'export const a = {\n  b: "c",\n};\nexport type T =\n  | "x"\n  | "y";\n',
    ),
  ).toBe(true)
  expect(differsInFormOnly(ours, ours.replace("'c'", "'d'"))).toBe(false)
})
