import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportsOf } from '../../../generator/src/model/exported-names.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { goldenCases } from '../../golden/cases.js'

const names =
  'containers discriminator enums contract openrpc nullable-unions aliases earlier-names kind-names'
const cases = goldenCases.filter(({ name }) => names.split(' ').includes(name))

// A name that is listed and not printed, or the other way round, is a conflict that nobody notices.
test.each(cases)('the names of declarations are those that are printed: $name', async (each) => {
  const { model } = await readModel(path.join(each.folder, each.spec), each.folder)
  const named = model?.declarations.flatMap(exportsOf) ?? []
  const folder = path.join(each.folder, 'expected/src')
  const printed = ['types.ts', 'unions.ts', 'enums.ts']
    .filter((each) => readdirSync(folder).includes(each))
    .map((each) => readFileSync(path.join(folder, each), 'utf8'))
    .flatMap((text) => [...text.matchAll(/^export (?:const|function|interface|type) ([\w$]+)/gm)])
    .map(([, each]) => each)
  expect([...new Set(printed)].sort()).toEqual([...new Set(named)].sort())
})
