import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { createNaming, type Naming } from '../../../generator/src/probe/recorded/file-names.js'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

async function namingOf(spec: string): Promise<(file: string) => string> {
  const { model } = await readModel(spec, repository)
  if (!model) throw new Error(`${spec} has errors`)
  const naming = createNaming(model)
  return (file) => textOf(naming(file))
}

function textOf(naming: Naming): string {
  if ('unknown' in naming) return naming.unknown
  const { subject } = naming
  if (subject.kind === 'schema') return `schema ${subject.name}`
  const status = subject.kind === 'status' ? ` ${subject.status}` : ''
  return `${subject.kind}${status} of ${subject.operation.id}`
}

describe('files of an HTTP service', async () => {
  const named = await namingOf('spec/routing/openapi.yaml')

  test.each([
    ['route.request.01.json', 'request of route'],
    ['route.response.json', 'response of route'],
    ['route.response200.02.json', 'status 200 of route'],
    ['assets_between_chains.response.02.json', 'response of assetsBetweenChains'],
    ['assetsBetweenChains.response.json', 'response of assetsBetweenChains'],
    // The end of its path, where the document calls the operation something else.
    ['recommend_assets.request.01.json', 'request of assetRecommendations'],
    ['status.query.JSON', 'query of status'],
    ['status.error404.01.json', 'status 404 of status'],
    ['status.error.json', 'error of status'],
    ['asset.18.json', 'schema Asset'],
    ['Asset.json', 'schema Asset'],
    ['operation.axelar_transfer.01.json', 'schema Operation'],
    ['transfer_event.ibc_transfer.34.json', 'schema TransferEvent'],
    ['swap.swap_in.01.json', 'schema Swap'],
    ['error.04.json', 'schema ErrorModel'],
    ['constructor.json', 'no schema has this name'],
    ['teleport.response.01.json', 'no operation has this name'],
    ['.json', 'no schema has this name'],
  ])('%s: %s', (file, want) => {
    expect(named(file)).toBe(want)
  })
})

describe('files of a JSON-RPC service', async () => {
  const named = await namingOf('spec/node-rpc/openrpc.yaml')

  test.each([
    ['abci_info.result.json', 'response of abci_info'],
    ['block_by_hash.response.01.json', 'response of block_by_hash'],
    ['blockByHash.params.json', 'request of block_by_hash'],
    ['block.error.json', 'error of block'],
    ['block.error-32603.json', 'error of block'],
    ['NewBlock.event.01.json', 'event of subscribe'],
    ['subscribe.notification.json', 'event of subscribe'],
  ])('%s: %s', (file, want) => {
    expect(named(file)).toBe(want)
  })
})
