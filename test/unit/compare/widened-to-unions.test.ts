import { expect, test } from 'vitest'
import { brief, changesBetween, document } from './compare.fixture.js'

/**
 * A type is only widened to a union if its values are values of the union, not if they are under a key there.
 */

const of = (a: string): string =>
  document('sent', `T: { type: object, required: [a], properties: { a: ${a} } }`)
const member = (tag: string, type: string): string =>
  `{ type: object, required: [kind, value], properties: { kind: { const: ${tag} }, value: { type: ${type} } } }`

test.each<[string, string, string]>([
  [
    'of the type itself',
    'oneOf: [{ type: string }, { type: boolean }]',
    'additive type-widened T.a',
  ],
  [
    'of pairs',
    `oneOf: [${member('x', 'string')}, ${member('y', 'boolean')}]`,
    'breaking type-changed T.a +TA',
  ],
])('a union %s', async (_, union, change) => {
  const changes = await changesBetween(of('{ type: string }'), of(`{ ${union} }`))
  expect(changes.map(brief)).toContain(change)
})
