import { describe, expect, test } from 'vitest'
import { attribute, attributeValues } from '../../../../../packages/runtime/src/rpc/comet/index.js'

const transfer = {
  type: 'transfer',
  attributes: [
    { key: 'sender', value: 'alice', index: true },
    { key: 'amount', value: '', index: true },
    { key: 'sender', value: 'bob', index: false },
  ],
}

describe('attributes of an event', () => {
  test('are found by key, the first one where the key repeats', () => {
    expect(attribute(transfer, 'sender')).toBe('alice')
    expect(attribute(transfer, 'amount')).toBe('')
    expect(attribute(transfer, 'recipient')).toBeUndefined()
    expect(attributeValues(transfer, 'sender')).toEqual(['alice', 'bob'])
    expect(attributeValues(transfer, 'recipient')).toEqual([])
  })

  test('may be missing or null', () => {
    for (const event of [{}, { attributes: null }]) {
      expect(attribute(event, 'sender')).toBeUndefined()
      expect(attributeValues(event, 'sender')).toEqual([])
    }
  })
})
