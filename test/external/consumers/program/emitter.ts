/** An emitter of a stranger, who has not installed ts-morph: structures are typed, and checked. */
import { defineConfig } from 'tagwire'
import { defineEmitter, type Statement } from 'tagwire/emitter'

/** A class in a function: no part of the toolbox creates one. */
const table: Statement = {
  kind: 13,
  name: 'createTable',
  isExported: true,
  parameters: [{ name: 'rows', type: 'readonly string[]' }],
  statements: [
    (writer) =>
      writer.write('if (rows.length === 0)').block(() => writer.write('return undefined')),
    { kind: 2, name: 'Table', properties: [{ name: 'rows', initializer: 'rows' }] },
    'return new Table()',
  ],
}

// @ts-expect-error A structure of no kind.
export const wrong: Statement = { kind: 999, name: 'a' }

// @ts-expect-error Not a member of a function.
export const misspelt: Statement = { kind: 13, name: 'a', statments: [] }

export const emitter = defineEmitter({
  name: 'table',
  needs: ['client'],
  emit({ model, names, structures }) {
    const { exportedConstant, exportedInterface, literal, listText } = structures
    const module = structures.module('table')
    const methods = model.operations.flatMap((each) => names.operation(each).method ?? [])
    return [
      module.file([
        exportedInterface({ name: 'Row', properties: [{ name: 'method', type: 'string' }] }),
        exportedConstant({ name: 'methods', value: listText(methods.map(literal)) }),
        table,
      ]),
    ]
  },
})

export default defineConfig({
  packages: { shop: { spec: 'shop.yaml', out: 'shop', emit: ['client', './table.emitter.ts'] } },
})
