import { expect, test } from 'vitest'
import { readModule } from '../../../generator/src/emit/typescript/source.js'
import { valueText } from '../../../generator/src/emit/typescript/value-text.js'

/** Statements as ours stand in a module, enough of them to be read in several pieces. */
function moduleOf(count: number): string {
  const statements = Array.from(
    { length: count },
    (_, index) => `/**
 * Number ${index}, whose description has a gap:
 *
 * export interface NotThis${index} {}
 */
export interface Some${index} {
  readonly text: string

  /** Documented. */
  readonly other: number
}

export const value${index} = /*@__PURE__*/ Object.freeze({ text: '${index}' } as const)
`,
  )
  return `// Head.\n\nimport type { A } from './a.js'\n\n${statements.join('\n')}`
}

test('a long module is read in pieces, and nothing of it is missed', () => {
  const { types, values, faults } = readModule('long.ts', moduleOf(3000))
  expect(faults).toEqual([])
  expect(types).toHaveLength(3000)
  expect(values).toHaveLength(3000)
  expect([types.at(-1), values.at(-1)]).toEqual(['Some2999', 'value2999'])
})

test('a fault stands in the line of the module, not of its piece', () => {
  const text = moduleOf(3000)
  const broken = text.replace("{ text: '2900' }", "{ text: '2900' ")
  const line = text.slice(0, text.indexOf("{ text: '2900' }")).split('\n').length
  const { faults } = readModule('long.ts', broken)
  expect(faults.length).toBeGreaterThan(0)
  expect(Math.abs((faults[0]?.line ?? 0) - line)).toBeLessThanOrEqual(1)
})

test('overloads are one export, and only what is exported counts', () => {
  const text = `export function f(a: string): void
export function f(a: number): void
export function f(a: unknown): void {}

const hidden = 1
export class C {}
export type T = typeof hidden
`
  expect(readModule('a.ts', text)).toEqual({ types: ['T'], values: ['f', 'C'], faults: [] })
})

test.each([
  ['what just fits stays on the line', 80, true],
  ['one letter more breaks it', 81, false],
])('%s', (_, length, fits) => {
  const value = { text: 'x'.repeat(length - "{ text: '', checks: [] }".length), checks: [] }
  const flat = `{ text: '${value.text}', checks: [] }`
  expect(flat).toHaveLength(length)
  expect(valueText(value, 0, 20) === flat).toBe(fits)
})
