import { describe, expect, test } from 'vitest'
import { emitEnums } from '../../generator/src/emit/types/enums.js'
import { emitTypes } from '../../generator/src/emit/types/types.js'
import { exportedNames } from '../../generator/src/emit/typescript/exported-names.js'
import type { EmittedModule } from '../../generator/src/emit/typescript/structures.js'
import { emitUnions } from '../../generator/src/emit/unions/unions.js'
import { exportsOf } from '../../generator/src/model/exported-names.js'
import { readModel } from '../../generator/src/pipeline/read-model.js'
import { packageView } from '../../generator/src/view/package-view.js'
import { type GoldenCase, goldenCases } from './cases.js'

const identity = { name: '@golden/names', version: '1.2.3', runtime: '*', document: 'spec.yaml' }
// A document with errors has no package.
const cases = goldenCases.filter(({ name }) => !name.startsWith('bad-'))

const models = new Map<string, ReturnType<typeof readModel>>()

/** Each document is read once. */
function modelOf({ name, spec, folder }: GoldenCase): ReturnType<typeof readModel> {
  const reading = models.get(name) ?? readModel(spec, folder)
  models.set(name, reading)
  return reading
}

function namesIn(module: EmittedModule | undefined): readonly string[] {
  if (!module) return []
  const { types, values } = exportedNames(module)
  return [...types, ...values]
}

/** The model says what a declaration exports, so that nothing else gets the name. This is what is exported. */
describe('the names that the model lists are those of types, enums and unions', () => {
  test.each(cases)('$name', async (golden) => {
    const { model } = await modelOf(golden)
    if (!model) throw new Error('no model')
    const view = packageView(model, identity)
    const listed = [...model.declarations.flatMap(exportsOf), ...view.inputTypeNames.values()]
    const exported = [emitTypes(view), emitEnums(view), emitUnions(view)].flatMap(namesIn)
    expect(exported.toSorted()).toEqual([...new Set(listed)].toSorted())
  })

  test('of all kinds', async () => {
    const made = await Promise.all(cases.map(modelOf))
    const names = made.flatMap(({ model }) => model?.declarations.flatMap(exportsOf) ?? [])
    expect(names.length).toBeGreaterThan(1000)
  })
})
