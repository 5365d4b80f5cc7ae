import { expect, test } from 'vitest'
import { changesBetween, document } from './compare.fixture.js'

/** A union of many equal members with many fields: one check of a value looks at all of them. */
function members(last: string): string {
  const fields = Array.from({ length: 200 }, (_, index) => `p${index}: { type: string }`)
  const union = Array.from({ length: 300 }, () => `{ $ref: '#/components/schemas/S' }`)
  const record = `{ type: object, properties: { ${fields.join(', ')}, last: ${last} } }`
  return `T: { oneOf: [${union.join(', ')}] }, S: ${record}`
}

test('the search for a value ends where each check looks at very many rules', async () => {
  const before = document('received', members('{ type: string }'))
  const after = document('received', members('{ type: string, maxLength: 9 }'))
  const changes = await changesBetween(before, after)
  expect(changes.map((each) => each.subject)).toContain('S.last')
})
