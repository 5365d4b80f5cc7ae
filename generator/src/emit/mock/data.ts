import type { Value } from '../../view/value.js'
import type { EmitterContext } from '../door/emitter.js'
import type { EmitterModule } from '../door/emitter-files.js'
import type { ModuleBuilder } from '../door/toolbox.js'
import { MOCK } from '../runtime-entries.js'

/** The document's example of each response, only for the mock. */
export function emitExamples(context: EmitterContext): EmitterModule {
  const { model, structures } = context
  const shown = model.operations.flatMap(({ name, example }): [string, Value][] =>
    example && 'response' in example ? [[name, structures.dataOf(example.response)]] : [],
  )
  return constantModule(context, structures.module('examples'), {
    name: 'examples',
    text: 'The first example of each response in the document.',
    type: 'Readonly<Record<string, unknown>>',
    value: Object.fromEntries(shown),
  })
}

/** The sample data of the document, for the mock; absent if it is in another package. */
export function emitWorld(context: EmitterContext): EmitterModule | undefined {
  const { model, names, structures } = context
  if (!model.world || names.worldPackage !== undefined) return undefined
  const module = structures.module('world')
  return constantModule(context, module, {
    name: 'world',
    text: 'Sample data that answers calls: rules, and the data that they refer to.',
    type: module.imports.type('World', MOCK),
    value: structures.dataOf(model.world),
  })
}

interface Constant {
  readonly name: string
  readonly text: string
  readonly type: string
  readonly value: Value
}

function constantModule(
  { structures }: EmitterContext,
  module: ModuleBuilder,
  { name, text, type, value }: Constant,
): EmitterModule {
  const { constantText, docs, valueText } = structures
  return module.internalFile([
    constantText({ name, docs: docs(text), type, value: valueText(value), isExported: true }),
  ])
}
