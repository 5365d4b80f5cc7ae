import { expect, test } from 'vitest'
import { clientNames } from '../../../generator/src/view/client-names.js'

// Packages of several releases export the same names, so that a program goes to another release by what it imports
// from. A release has a dot in it: `x-2` may as well be the second of its kind.
test.each([
  ['@tagwire/node-rpc', 'createNodeRpcClient'],
  ['@tagwire/node-rpc-0.37', 'createNodeRpcClient'],
  ['@tagwire/node-rpc/0.37', 'createNodeRpcClient'],
  ['@tagwire/node-rpc-1.0', 'createNodeRpcClient'],
  ['x-1.2', 'createXClient'],
  ['x-v1.2.3', 'createXClient'],
  ['x.1.2', 'createXClient'],
  ['x-2', 'createX2Client'],
  ['x-v2', 'createXV2Client'],
  ['web3.5', 'createWeb35Client'],
  ['s3', 'createS3Client'],
])('a client of %s is made by %s', (name, create) => {
  expect(clientNames(name).create).toBe(create)
})
