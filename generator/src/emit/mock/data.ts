import type { PackageView } from '../package-view.js'
import { docs } from '../typescript/doc.js'
import { createImports, type Imports } from '../typescript/imports.js'
import { constantText, type EmittedModule } from '../typescript/structures.js'
import { dataOf, type Value, valueText } from '../typescript/value-text.js'

/** What the document shows of each answer; only the mock reads it. */
export function emitExamples(view: PackageView): EmittedModule {
  const shown = view.model.operations.flatMap(({ name, example }): [string, Value][] =>
    example && 'response' in example ? [[name, dataOf(example.response)]] : [],
  )
  return constantModule(createImports(), {
    name: 'examples',
    text: 'The first example of each answer, as the document has it.',
    type: 'Readonly<Record<string, unknown>>',
    value: Object.fromEntries(shown),
  })
}

/** The world of the document, for the mock alone. */
export function emitWorld(view: PackageView): EmittedModule | undefined {
  const { world } = view.model
  if (!world) return undefined
  const imports = createImports()
  return constantModule(imports, {
    name: 'world',
    text: 'A small world that answers calls: rules, and the data that they refer to.',
    type: imports.type('World', '@tagwire/runtime/mock'),
    value: dataOf(world),
  })
}

interface Constant {
  readonly name: string
  readonly text: string
  readonly type: string
  readonly value: Value
}

function constantModule(imports: Imports, { name, text, type, value }: Constant): EmittedModule {
  return {
    path: `src/${name}.ts`,
    imports: imports.structures(),
    statements: [
      constantText({ name, docs: docs(text), type, value: valueText(value), isExported: true }),
    ],
  }
}
