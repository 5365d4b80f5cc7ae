import { expect, test } from 'vitest'
import { shapeText } from '../../../generator/src/compare/text.js'
import type { Field } from '../../../generator/src/model/shapes/shape.js'

const field = (name: string): Field => ({
  name,
  shape: { kind: 'json' },
  required: true,
  source: { file: 'spec.yaml', pointer: '' },
})

test.each([
  [[], 'an object with 0 fields'],
  [['a'], 'an object with 1 field'],
  [['a', 'b'], 'an object with 2 fields'],
])('an object with %j', (names, text) => {
  expect(shapeText({ kind: 'record', fields: names.map(field) })).toBe(text)
})
