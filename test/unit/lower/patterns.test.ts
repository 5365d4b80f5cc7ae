import { describe, expect, test } from 'vitest'
import { expressionOf } from '../../../generator/src/lower/rules/patterns.js'
import type { Expression } from '../../../generator/src/model/rules/rule.js'

/** What becomes of a regular expression, and what is reported. */
function read(source: string): [Expression | undefined, string[]] {
  const messages: string[] = []
  const node = { value: source, source: { file: 'a.yaml', pointer: '' } }
  return [expressionOf(node, source, ({ message }) => messages.push(message)), messages]
}

describe('an expression that takes linear time anyway is left to the engine', () => {
  test.each([
    '^a+$',
    '^(?:a|b)*$',
    '^[a-z]{2,20}$',
    '^a*b*$',
    '^(?:ab)+c$',
    '^\\d+\\.\\d+$',
    'abc',
    '^(?=a)b',
    '^\\bword\\b$',
    '^.*$',
    '^[^"]*"$',
    '^\\p{L}+$',
  ])('%s', (source) => {
    expect(read(source)).toEqual([{ source, flags: 'u' }, []])
  })
})

describe('an expression that some texts keep busy has a program', () => {
  test.each<[string, readonly string[], unknown]>([
    ['^(a+)+$', ['a'], ['^', { of: { of: 0, least: 1 }, least: 1 }, '$']],
    ['^(?:a|a)*$', ['a'], ['^', { of: { either: [0, 0] }, least: 0 }, '$']],
    [
      '^(?:a|[ab])*c?$',
      ['a', '[ab]', 'c'],
      ['^', { of: { either: [0, 1] }, least: 0 }, { of: 2, least: 0, most: 1 }, '$'],
    ],
    [
      '^(?:\\w|_)*\\b!$',
      ['\\w', '_', '!'],
      ['^', { of: { either: [0, 1] }, least: 0 }, '\\b', 2, '$'],
    ],
    ['^(?:.|\\s)*\\B$', ['.', '\\s'], ['^', { of: { either: [0, 1] }, least: 0 }, '\\B', '$']],
    [
      '^(?!x)(a*)*$',
      ['x', 'a'],
      ['^', { ahead: 0, not: true }, { of: { of: 1, least: 0 }, least: 0 }, '$'],
    ],
    ['^(?=x)(a*)*$', ['x', 'a'], ['^', { ahead: 0 }, { of: { of: 1, least: 0 }, least: 0 }, '$']],
    ['^(a*)*(?<=a)$', ['a'], ['^', { of: { of: 0, least: 0 }, least: 0 }, { behind: 0 }, '$']],
    [
      '^(a*)*(?<!b)$',
      ['a', 'b'],
      ['^', { of: { of: 0, least: 0 }, least: 0 }, { behind: 1, not: true }, '$'],
    ],
  ])('%s', (source, letters, part) => {
    expect(read(source)).toEqual([{ source, flags: 'u', program: { letters, part } }, []])
  })
})

describe('an expression is not checked', () => {
  test.each([
    ['(', /is not a regular expression/],
    ['(a)\\1', /is not checked/],
    ['^(?=ab)a', /is not checked/],
    ['^(?:(?:a{1,100}){1,100}){1,100}$', /its repetitions are too many/],
  ])('%s', (source, message) => {
    const [expression, messages] = read(source)
    expect([expression, messages]).toEqual([undefined, [expect.stringMatching(message)]])
  })
})

test('an expression of the older language has no flag', () => {
  expect(read('^\\-a$')).toEqual([{ source: '^\\-a$', flags: '' }, []])
})
