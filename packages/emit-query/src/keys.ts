import type { Operation, Statement } from 'tagwire/emitter'
import { DATA_TAG, type QueryModule } from './module.js'

/** Keys are compared as JSON, which has neither big integers nor bytes. */
function hasOthers({ input }: Operation): boolean {
  return input.parameters.some(({ encoding }) => encoding && encoding.jsonrpc !== 'json')
}

/** The key of a call: what it asks for, and `more` where it is another query of the same. */
export function keyText(
  at: QueryModule,
  operation: Operation,
  data: string,
  more: readonly string[] = [],
): string {
  const { structures, names, own } = at
  const { input } = names.operation(operation)
  const given = hasOthers(operation) ? `${own.plain}(input)` : 'input'
  const parts = [
    ...[operation.id, ...more].map(structures.stringLiteral),
    ...(input === 'none' ? [] : [given]),
  ]
  return `${own.keyOf}<${data}>(${parts.join(', ')})`
}

/** The functions that keys are made with. */
export function keyFunctions(at: QueryModule): Statement[] {
  const { model, module, names, structures, own } = at
  const type = `${module.imports.type(DATA_TAG, '@tanstack/query-core')}<readonly unknown[], Data>`
  const key = structures.exportedFunction({
    name: own.keyOf,
    isExported: false,
    typeParameters: ['Data'],
    docs: structures.docs(
      'Keys begin with the package and the name on the wire, and know the type of their data.',
    ),
    parameters: [{ name: 'parts', type: 'readonly unknown[]', isRestParameter: true }],
    returnType: type,
    statements: [
      `const key: readonly unknown[] = [${structures.stringLiteral(names.package)}, ...parts]`,
      `return key as ${type}`,
    ],
  })
  if (!model.operations.some((each) => each.safe && hasOthers(each))) return [key]
  const plain = structures.exportedFunction({
    name: own.plain,
    isExported: false,
    docs: structures.docs(
      'Integers and bytes as text: keys are compared as JSON, which has no other way to say them.',
    ),
    parameters: [structures.optional('input', 'object')],
    returnType: 'object | undefined',
    statements: [
      `const text = (value: unknown): unknown => {
        if (typeof value === 'bigint' || typeof value === 'number') return String(value)
        if (!(value instanceof Uint8Array)) return value
        return \`0x\${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}\`
      }`,
      `return input && Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name, text(value)]),
      )`,
    ],
  })
  return [key, plain]
}
