import type { Operation, Statement } from 'tagwire/emitter'
import { DATA_TAG, type QueryModule } from './module.js'

/**
 * Whether the input can contain integers or bytes, which JSON cannot represent: keys are compared as JSON.
 */
function hasOthers({ input }: Operation): boolean {
  return input.parameters.some(({ encoding }) => encoding && encoding.jsonrpc !== 'json')
}

/** The key of a call: its id and input, and `more` if there are several queries for the call. */
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

/** The functions that create keys. */
export function keyFunctions(at: QueryModule): Statement[] {
  const { model, module, names, structures, own } = at
  const type = `${module.imports.type(DATA_TAG, '@tanstack/query-core')}<readonly unknown[], Data>`
  const key = structures.exportedFunction({
    name: own.keyOf,
    isExported: false,
    typeParameters: ['Data'],
    docs: structures.docs(
      'A query key: the package, then the name of the call on the wire. Carries the type of the data.',
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
      'Converts integers and bytes to text: keys are compared as JSON, which cannot represent them.',
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
