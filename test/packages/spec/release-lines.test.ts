// The Overlays of the newest releases.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { declarationNamed } from '../../../generator/src/model/find.js'
import { memberShape } from '../../../generator/src/model/shapes/member-shape.js'
import { isTagged } from '../../../generator/src/model/shapes/union.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

function overlaysOf(line: string): string[] {
  const folder = `spec/node-rpc/${line}`
  return readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .sort()
}

async function read(...lines: string[]) {
  const overlays = lines.flatMap(overlaysOf)
  const options = { strict: true, overlays }
  const { model, diagnostics } = await readModel('spec/node-rpc/openrpc.yaml', repository, options)
  expect(diagnostics).toEqual([])
  if (!model) throw new Error('no model')
  const tagsOf = (name: string): unknown[] => {
    const shape = declarationNamed(model.declarations, name)?.shape
    return shape?.kind === 'union' && isTagged(shape) ? shape.cases.map(({ tag }) => tag) : []
  }
  return { model, tagsOf }
}

const older = ['tendermint/PubKeyEd25519', 'tendermint/PubKeySecp256k1']
const bls = 'cometbft/PubKeyBls12_381'
const newer = ['tendermint/PubKeySecp256k1eth', 'cometbft/PubKeyMlDsa65']

test.each([
  [['v0.39'], '0.39', [...older, bls]],
  [['v0.39', 'v0.40'], '0.40', [...older, bls, ...newer]],
])('%j: the keys, the authority and the error of %s', async (lines, version, keys) => {
  const { model, tagsOf } = await read(...lines)
  expect(model.title).toContain(` ${version} `)
  // What nodes of both say that they are.
  expect(model.version).toBe('0.39')
  expect(model.extensions.keywords?.filter((each) => /^cometbft-/.test(each))).toEqual([
    `cometbft-${version}`,
  ])
  expect(tagsOf('PublicKey')).toEqual(keys)
  expect(tagsOf('AbciPublicKeySum')).toHaveLength(keys.length)
  const params = { kind: 'reference', name: 'ConsensusParams' } as const
  expect(memberShape(model, params, '/authority/authority')).toMatchObject({ type: 'string' })
  expect(model.extensions.errors?.some(({ reason }) => reason === 'catching-up')).toBe(true)
})

test('the methods and the events are those of 0.38', async () => {
  const [now, then] = [await read('v0.39', 'v0.40'), await read()]
  const namesOf = ({ model }: typeof now) => model.operations.map(({ id }) => id)
  expect(namesOf(now)).toEqual(namesOf(then))
  expect(now.tagsOf('EventData')).toEqual(then.tagsOf('EventData'))
})
