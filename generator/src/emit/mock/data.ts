import type { Value } from '../../view/value.js'
import type { EmitterContext } from '../door/emitter.js'
import type { EmitterModule } from '../door/emitter-files.js'
import { MOCK } from '../runtime-entries.js'

/** The document's example of each response, only for the mock. */
export function emitExamples({ model, structures }: EmitterContext): EmitterModule {
  const { constantText, dataOf, docs, valueText } = structures
  const shown = model.operations.flatMap(({ name, example }): [string, Value][] =>
    example && 'response' in example ? [[name, dataOf(example.response)]] : [],
  )
  const examples = constantText({
    name: 'examples',
    docs: docs('The first example of each response in the document.'),
    type: 'Readonly<Record<string, unknown>>',
    value: valueText(Object.fromEntries(shown)),
    isExported: true,
  })
  return structures.module('examples').internalFile([examples])
}

/** The sample data of the document, for the mock; absent if it is in another package. */
export function emitWorld(context: EmitterContext): EmitterModule | undefined {
  const { model, names, structures } = context
  if (!model.world || names.worldPackage !== undefined) return undefined
  const { constantText, dataOf, docs, valueText } = structures
  const module = structures.module('world')
  const world = constantText({
    name: 'world',
    docs: docs('Sample data that answers calls: rules, and the data that they refer to.'),
    type: module.imports.type('World', MOCK),
    value: valueText(dataOf(model.world)),
    isExported: true,
  })
  return module.internalFile([world])
}
