import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../../generator/src/diagnostics/catalogue.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

/** References that lead nowhere, and what was probably meant. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-hints-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(() => {
  mkdirSync(path.join(folder, 'parts'))
  writeFileSync(
    path.join(folder, 'parts', 'common.yaml'),
    'Money: { type: string }\nnested: { Amount: { type: string } }\n',
  )
})

async function helpOf(reference: string, code: 'TW1004' | 'TW1006' = 'TW1004'): Promise<string> {
  const components = {
    schemas: { Pet: { type: 'string' }, 'Pet/Shop': { type: 'string' }, Customer: {} },
    parameters: { Limit: { name: 'limit', in: 'query', schema: {} } },
    responses: { Refused: { description: 'No.' } },
    requestBodies: { Order: { content: {} } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { ...components, schemas: { ...components.schemas, Use: { $ref: reference } } },
  }
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
  const { diagnostics } = await readModel('spec.json', folder)
  expect(diagnostics.map(({ code }) => code)).toEqual([code])
  return diagnostics[0]?.help ?? catalogue[code].fix
}

test.each([
  ['#/components/schemas/Pett', 'Did you mean #/components/schemas/Pet?'],
  ['#/components/schemas/pet', 'Did you mean #/components/schemas/Pet?'],
  ['#/component/schema/Custommer', 'Did you mean #/components/schemas/Customer?'],
  ['#/components/schemas/Pet~1Shops', 'Did you mean #/components/schemas/Pet~1Shop?'],
  ['#/components/parametres/Limit', 'Did you mean #/components/parameters/Limit?'],
  ['#/definitions/Pet', 'OpenAPI 3 has it elsewhere: write #/components/schemas/Pet.'],
  ['#/parameters/Limit', 'OpenAPI 3 has it elsewhere: write #/components/parameters/Limit.'],
  ['Pet', 'Did you mean #/components/schemas/Pet?'],
  ['Refused', 'Did you mean #/components/responses/Refused?'],
  ['Order', 'Did you mean #/components/requestBodies/Order?'],
  ['Limit', 'Did you mean #/components/parameters/Limit?'],
  ['#Pet', 'Did you mean #/components/schemas/Pet?'],
  ['components/schemas/Pet', 'Did you mean #/components/schemas/Pet?'],
  ['./parts/common.yaml#/Mony', 'Did you mean ./parts/common.yaml#/Money?'],
  ['./parts/common.yaml#/nestd/Amount', 'Did you mean ./parts/common.yaml#/nested/Amount?'],
  ['./parts/comon.yaml#/Money', 'Did you mean common.yaml, in the same folder?'],
  ['./parts/common.yml#/Money', 'Did you mean common.yaml, in the same folder?'],
  // Nothing is near.
  ['#/components/schemas/Warehouse', catalogue.TW1004.fix],
  ['#/definitions/Warehouse', catalogue.TW1004.fix],
  // Names of few letters differ by one letter at most.
  ['#/components/schemas/Peter', catalogue.TW1004.fix],
  ['#/components/parameters/Limbo', catalogue.TW1004.fix],
  // Folders outside of the document's are not listed.
  ['../passwd.yml', catalogue.TW1004.fix],
])('%s', async (reference, help) => {
  expect(await helpOf(reference)).toBe(help)
})

test('only for https it helps to allow remote references', async () => {
  expect(await helpOf('https://a.example/a.json', 'TW1006')).toBe(catalogue.TW1006.fix)
  expect(await helpOf('http://a.example/a.json', 'TW1006')).toBe(catalogue.TW1010.fix)
})
