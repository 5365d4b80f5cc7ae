import { describe, expect, test } from 'vitest'
import type { LocatedChange } from '../../../generator/src/compare/located-change.js'
import { changesBetween, document } from './compare.fixture.js'

const only = async (
  flow: 'sent' | 'received',
  before: string,
  after: string,
): Promise<LocatedChange | undefined> => {
  const changes = await changesBetween(
    document(flow, `T: ${before}`),
    document(flow, `T: ${after}`),
  )
  expect(changes).toHaveLength(1)
  return changes[0]
}

describe('values that `not` names', () => {
  const [one, two] = ['[a]', '[a, b]'].map((list) => `{ type: string, not: { enum: ${list} } }`)

  test('are tried', async () => {
    const change = await only('sent', one ?? '', two ?? '')
    expect(change).toMatchObject({ class: 'breaking', evidence: 'value', counterexample: 'b' })
  })

  test('are no longer received', async () => {
    expect(await only('received', one ?? '', two ?? '')).toMatchObject({ class: 'additive' })
  })
})

test('types that `not` names are no types of a value', async () => {
  const [one, two] = ['string', '[string, object]'].map((type) => `{ not: { type: ${type} } }`)
  expect(await only('received', one ?? '', two ?? '')).toMatchObject({
    class: 'additive',
    evidence: 'value',
  })
  expect(await only('sent', one ?? '', two ?? '')).toMatchObject({ counterexample: {} })
})

test('a value that `if` asks for is tried', async () => {
  const fields = 'type: object, properties: { a: { type: string }, b: { type: string } }'
  const condition = 'if: { required: [a], properties: { a: { const: special } } }'
  const change = await only(
    'sent',
    `{ ${fields} }`,
    `{ ${fields}, ${condition}, then: { required: [b] } }`,
  )
  expect(change).toMatchObject({
    class: 'breaking',
    evidence: 'value',
    counterexample: { a: 'special' },
  })
})
