import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundleOf, repository } from './bundle.fixture.js'

function isOfValidators(file: string): boolean {
  return (
    file.startsWith('packages/runtime/dist/validate/') ||
    /\/dist\/(?:[\w.]+\/)?validate\.js$/.test(file)
  )
}

describe('a client', () => {
  test.each([
    ['routing', "import { createRoutingClient } from '@tagwire/routing'", 'createRoutingClient()'],
    [
      'node-rpc',
      "import { createNodeRpcClient, http } from '@tagwire/node-rpc'",
      "createNodeRpcClient({ transport: http('http://127.0.0.1') })",
    ],
  ])('of %s without `validate` carries nothing of it', async (name, imported, call) => {
    const { files } = await bundleOf(`${imported}\nglobalThis.client = ${call}\n`)
    expect(files).toContain(`packages/${name}/dist/client.js`)
    expect(files.filter(isOfValidators)).toEqual([])
  })

  test('with `validate` carries what its responses need', async () => {
    const { files } = await bundleOf(
      `import { createRoutingClient } from '@tagwire/routing'
      import { responseValidators } from '@tagwire/routing/validate'
      globalThis.client = createRoutingClient({ validate: responseValidators })\n`,
    )
    expect(files).toContain('packages/routing/dist/validate.js')
  })
})

describe('one call', () => {
  test.each([
    ['routing', 'operations', 'connectRouting()', 'route', 'source_asset_denom', 'balances'],
    [
      'node-rpc',
      'methods',
      "connectNodeRpc({ transport: http('http://127.0.0.1') })",
      'block',
      'height',
      'genesis_chunked',
    ],
  ])('of %s brings no other of its %s', async (name, entry, client, operation, own, other) => {
    const imported = name === 'routing' ? 'connectRouting' : 'connectNodeRpc, http'
    const { code } = await bundleOf(
      `import { ${imported} } from '@tagwire/${name}'
      import * as calls from '@tagwire/${name}/${entry}'
      ${client}.call(calls.${operation}, {}).then(console.log)\n`,
    )
    expect(code).toContain(own)
    expect(code).not.toContain(`name: "${other}"`)
    expect(
      code.match(/^\s+name: "\w+",$/gm)?.filter((each) => each.includes(operation)),
    ).toHaveLength(1)
    expect(code).not.toContain('hexQuantity')
  })
})

describe('one validator', () => {
  const only = (name: string) =>
    `import { ${name} } from '@tagwire/routing/validate'\nglobalThis.answer = ${name}.is(1)\n`

  test('of plain records brings no other, and nothing of unions, lists and formats', async () => {
    const { code } = await bundleOf(only('assetIdentifierValidator'))
    expect(labelsIn(code)).toEqual(['AssetIdentifier'])
    const left = (module: string) => functionsOf(module).filter((name) => declares(code, name))
    expect(left('records')).not.toEqual([])
    for (const absent of ['unions', 'lists', 'formats', 'choices', 'unevaluated', 'keys']) {
      expect(functionsOf(absent), absent).not.toEqual([])
      expect(left(absent), absent).toEqual([])
    }
  })

  test('of a union brings its kinds, and nothing of other unions', async () => {
    const { code } = await bundleOf(only('transferEventValidator'))
    expect(labelsIn(code)).toEqual(['TransferEvent'])
    expect(code).toContain('acknowledge_tx')
    expect(code).not.toContain('smart_swap_in')
    expect(code).not.toContain('multi_chain_msg')
  })
})

/** What a module of the validators exports; published, it is a part of a larger file. */
function functionsOf(module: string): string[] {
  const file = path.join(repository, `packages/runtime/src/validate/${module}.ts`)
  const found = readFileSync(file, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)
  return [...found].map(([, name = '']) => name)
}

function declares(code: string, name: string): boolean {
  return new RegExp(`\\b(?:function|const) ${name}\\b`).test(code)
}

/** What the validators that are left call their types in messages. */
function labelsIn(code: string): string[] {
  return [...code.matchAll(/\bvalidator\("(\w+)"/g)].map(([, label = '']) => label)
}
