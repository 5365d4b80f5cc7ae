import type { EmittedFile, PackageView } from '../package-view.js'
import { header } from '../package-view.js'
import { docBlock } from '../typescript/doc.js'
import { type Value, valueText } from '../typescript/value-text.js'

/** What the document shows of each answer; only the mock reads it. */
export function emitExamples(view: PackageView): EmittedFile {
  const shown = view.model.operations.flatMap(({ name, example }): [string, Value][] =>
    example && 'response' in example ? [[name, dataOf(example.response)]] : [],
  )
  return constantFile(view, {
    module: 'examples',
    doc: 'The first example of each answer, as the document has it.',
    type: 'Readonly<Record<string, unknown>>',
    value: Object.fromEntries(shown),
  })
}

/** The world of the document, for the mock alone. */
export function emitWorld(view: PackageView): EmittedFile | undefined {
  const { world } = view.model
  if (!world) return undefined
  return constantFile(view, {
    module: 'world',
    doc: 'A small world that answers calls: rules, and the data that they refer to.',
    imported: `import type { World } from '@tagwire/runtime/mock'\n\n`,
    type: 'World',
    value: dataOf(world),
  })
}

interface Constant {
  readonly module: string
  readonly doc: string
  readonly imported?: string
  readonly type: string
  readonly value: Value
}

function constantFile(view: PackageView, constant: Constant): EmittedFile {
  const { module, doc, imported = '', type, value } = constant
  const head = `export const ${module}: ${type} = `
  const text = `${head}${valueText(value, 0, head.length)}\n`
  return {
    path: `src/${module}.ts`,
    text: `${header(view)}\n${imported}${docBlock({ text: doc })}${text}`,
  }
}

/** Data of a document, which is JSON whatever its file says. */
export function dataOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dataOf(each)]))
}
