import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { painter, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import { positionAt } from '../../../generator/src/diagnostics/text-positions.js'

/** A printed diagnostic about an offset in a text. */
function printed(
  text: string,
  offset: number,
  more: Partial<Diagnostic> = { help: 'do' },
): string[] {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  const places = { locate: () => positionAt(starts, offset), textOf: () => text }
  const at = { file: 'a.yaml', pointer: '/a' }
  const fault = { code: 'TW1003', severity: 'error', message: 'no', at } as const
  return printDiagnostic({ ...fault, ...more }, places, { color: false }).split('\n')
}

describe('a diagnostic is printed', () => {
  test('with its line, the line before, and a caret', () => {
    expect(printed('a: 1\nb: 2\nc: 3\n', 8)).toEqual([
      'a.yaml:2:4 error TW1003 no',
      '  1 | a: 1',
      '  2 | b: 2',
      '    |    ^',
      '  help: do',
    ])
  })

  test('with nothing before the first line', () => {
    expect(printed('a: 1\n', 0)).toEqual([
      'a.yaml:1:1 error TW1003 no',
      '  1 | a: 1',
      '    | ^',
      '  help: do',
    ])
  })

  test('with the part of a long line that it is about', () => {
    const line = Array.from(
      { length: 40 },
      (_, index) => `k${String(index).padStart(2, '0')}:`,
    ).join('')
    const [, shown, caret] = printed(line, 79)
    expect([shown, caret]).toEqual([`  1 | ${line.slice(0, 96)}`, `    | ${' '.repeat(79)}^`])
    const [, window, below] = printed(line, 80)
    expect([window, below]).toEqual([`  1 | ${line.slice(48, 144)}`, `    | ${' '.repeat(32)}^`])
  })

  test('with the caret below wide characters', () => {
    expect(printed('日本: x', 4).slice(1, 3)).toEqual(['  1 | 日本: x', '    |       ^'])
  })

  test('with a second place', () => {
    const also = { message: 'the other one', at: { file: 'b.yaml', pointer: '' } }
    expect(printed('a: 1\n', 0, { also, help: 'do' }).slice(3)).toEqual([
      '  b.yaml:1:1 the other one',
      '  1 | a: 1',
      '    | ^',
      '  help: do',
    ])
  })

  test('as a warning, and with what its code says to do', () => {
    const [head, ...rest] = printed('', 0, { severity: 'warning' })
    expect(head).toBe('a.yaml:1:1 warning TW1003 no')
    expect(rest).toEqual([expect.stringMatching(/^ {2}help: ./)])
  })

  test('without control characters, whatever their source', () => {
    const evil = 'x\u009b31m\u202ey\u2028z'
    const at = { file: evil, pointer: '' }
    const text = printed(evil, 0, {
      message: evil,
      help: evil,
      at,
      also: { message: evil, at },
    }).join('\n')
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u)
    expect(text.match(/x·31m·y·z/g)).toHaveLength(7)
  })
})

test('colours are written only where they are wanted', () => {
  expect(painter(false).red('a')).toBe('a')
  const { red, yellow, cyan, bold, dim } = painter(true)
  expect([red, yellow, cyan, bold, dim].map((paint) => paint('a'))).toEqual(
    [31, 33, 36, 1, 2].map((code) => `\u001b[${code}ma\u001b[0m`),
  )
})
