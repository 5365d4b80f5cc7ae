import { expect, test } from 'vitest'
import {
  otherTypes,
  settle,
  stepsOf,
} from '../../../../../packages/runtime/src/http/reading/other-readings.js'
import type { RecordType } from '../../../../../packages/runtime/src/http/reading/text-type.js'

const either = { either: ['number', 'text'] as const }

test.each<readonly [RecordType['members'], readonly RecordType['members'][]]>([
  [{ a: 'text', b: ['number'], c: { values: [1, '2'] } }, []],
  [{ a: either }, [{ a: { either: ['text'] } }]],
  [
    { a: { either: ['text', ['text']] } },
    [{ a: { either: ['text'] } }, { a: { either: [['text']] } }],
  ],
  [{ a: [either] }, [{ a: [{ either: ['text'] }] }]],
  [{ a: { either: ['number', 'boolean'] } }, []],
])('what texts can be besides: %j', (members, others) => {
  expect(otherTypes({ members })).toEqual(others.map((each) => ({ members: each })))
})

/** The places of numbers above 10 and of texts of more than two letters. */
function wrongIn(value: unknown, place: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'object' && value !== null) {
    const own = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    return own.flatMap(([step, each]) => wrongIn(each, [...place, step]))
  }
  const isWrong = typeof value === 'number' ? value > 10 : String(value).length > 2
  return isWrong ? [[...place]] : []
}

test.each([
  [
    { a: 30, b: 3 },
    { a: '30', b: '3' },
    { a: '30', b: 3 },
  ],
  [
    { a: 300, b: 30 },
    { a: '300', b: '30' },
    { a: 300, b: '30' },
  ],
  [{ a: { b: [3, 30] } }, { a: { b: ['3', '30'] } }, { a: { b: [3, '30'] } }],
  [{ a: 300 }, { a: '300' }, { a: 300 }],
  [{ a: 'abc', b: 30 }, { b: '30' }, { a: 'abc', b: '30' }],
  [[30], ['30'], ['30']],
  [30, '30', '30'],
])('each place has its own reading: %j', (first, other, settled) => {
  expect(settle(first, [other], wrongIn, (each) => each).value).toEqual(settled)
})

test('a thousand faults take as many checks as two', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`n${at}`, 300]))
  const texts = Object.fromEntries(Object.keys(many).map((name) => [name, '300']))
  let checks = 0
  const counted = (value: unknown) => {
    checks++
    return wrongIn(value)
  }
  settle(many, [texts, texts], counted, (each) => each)
  expect(checks).toBeLessThan(8)
})

test('places of problems', () => {
  expect(stepsOf('list[1]["a b"].c')).toEqual(['list', 1, 'a b', 'c'])
  expect(stepsOf('["X-A"][0]')).toEqual(['X-A', 0])
  expect(stepsOf('')).toEqual([])
})
