import { expect, it } from 'vitest'
import { classify, type RpcErrorRule } from '../../../../packages/runtime/src/rpc/comet/index.js'

const rules: RpcErrorRule[] = [
  ['tx-not-found', 'tx (*) not found', -32603],
  ['pruned', 'height * is not available, lowest height is *'],
  ['cache', '*tx already exists in cache'],
  ['method', '*', -32601],
  ['exact', 'a.c'],
]

it.each([
  ['tx (AB) not found', -32603, 'tx-not-found'],
  ['tx (AB) not found', -32000, 'other'],
  ['tx () not found', -32603, 'tx-not-found'],
  ['tx ( not found', -32603, 'other'],
  ['height 5 is not available, lowest height is 9', 1, 'pruned'],
  ['error on broadcastTxCommit: tx already exists in cache', 1, 'cache'],
  ['tx already exists in cache?', 1, 'other'],
  ['a.c', 1, 'exact'],
  ['abc', 1, 'other'],
])('%s (%i) is %s', (data, code, reason) => {
  expect(classify({ code, message: 'Internal error', data }, rules)).toBe(reason)
})

it('reads the message if data has no text', () => {
  expect(classify({ code: -32601, message: 'Method not found' }, rules)).toBe('method')
  expect(classify({ code: 1, message: 'a.c', data: { a: 1 } }, rules)).toBe('exact')
})
