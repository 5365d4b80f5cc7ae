import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lightSignedHeaderValidator } from '../../../packages/node-rpc/src/validate.js'

const read = (file: string): string =>
  readFileSync(new URL(`../../../packages/node-rpc/${file}`, import.meta.url), 'utf8')

describe('a search for the RPC of a node', () => {
  const readme = read('README.md')
  const { description, keywords }: { description: string; keywords: string[] } = JSON.parse(
    read('package.json'),
  )

  it('finds the package by both names', () => {
    const [, , first] = readme.split('\n')
    for (const text of [first, description]) expect(text).toMatch(/CometBFT.*RPC.*Tendermint/)
    expect(keywords).toEqual(expect.arrayContaining(['cometbft', 'tendermint', 'indexer']))
  })

  it.each(['from', 'to', 'by', 'onComplete', 'buffer', 'resume', 'quietMs', 'onGap', 'signal'])(
    'finds the option `%s` of `subscribe`',
    (option) => expect(readme).toMatch(new RegExp(`^\\| \`${option}\\b.*\\|`, 'm')),
  )

  it.each(['where(', 'headers', 'chainId', 'checkRelease', 'concurrency', 'onProgress', 'cursor'])(
    'finds `%s`',
    (word) => expect(readme).toContain(word),
  )

  it.each([
    'RpcError',
    'TransportError',
    'TimeoutError',
    'ValidationError',
    'OverflowError',
    'GapError',
    'ChainMismatchError',
  ])('finds when %s is sent, and its content', (name) => {
    expect(readme).toMatch(new RegExp(`^\\| \`${name}\` \\| .+ \\| .+ \\|$`, 'm'))
  })
})

it('the header of a light block may be null, and so may its signatures', () => {
  expect(lightSignedHeaderValidator.check({ header: null, commit: null })).toEqual([])
  expect(lightSignedHeaderValidator.check({ commit: null })).not.toEqual([])
})
