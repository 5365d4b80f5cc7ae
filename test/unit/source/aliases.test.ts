import { expect, test } from 'vitest'
import { parseText } from '../../../generator/src/source/syntax/parse.js'

test('a text that is repeated thousands of times is read', () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `k${index}: *text`)
  const { value, faults } = parseText(['a: &text hello', ...lines].join('\n'))
  expect(faults).toEqual([])
  expect(value).toMatchObject({ k0: 'hello', k4999: 'hello' })
})

test('the last anchor before an alias counts', () => {
  expect(parseText('a: &x 1\nb: *x\nc: &x 2\nd: *x').value).toEqual({ a: 1, b: 1, c: 2, d: 2 })
})

test('merge keys are read', () => {
  expect(parseText('a: &x {b: 1}\nc: {<<: *x, d: 2}').value).toMatchObject({ c: { b: 1, d: 2 } })
})

test('a small text that means billions of values is met with one message that names the limit', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let n = 1; n < 30; n++) {
    lines.push(
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(', ')}]`,
    )
  }
  const { faults } = parseText(lines.join('\n'))
  expect(faults.map(({ message }) => message)).toEqual([
    'aliases up to *a4 expand to more than 200000 values',
  ])
})
