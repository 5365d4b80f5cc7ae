import type { Operation, Statement } from 'tagwire/emitter'
import { DATA_TAG, type QueryModule } from './module.js'

/**
 * Whether the input can contain integers or bytes, which JSON cannot represent: keys are compared as JSON.
 */
function hasOthers({ input }: Operation): boolean {
  return input.parameters.some(({ encoding }) => encoding && encoding.jsonrpc !== 'json')
}

/** The key of a call: the id, `more` if there are several queries for the call, the input, and whose data it is. */
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
  return `${own.keyOf}<${data}>(${['client', ...parts].join(', ')})`
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
      'A query key: the package, the name of the call on the wire, its input, and whose data it is. Carries the type of the data.',
    ),
    parameters: [
      { name: 'client', type: 'object' },
      { name: 'parts', type: 'readonly unknown[]', isRestParameter: true },
    ],
    returnType: type,
    statements: [
      `const scope = ${module.imports.value('cacheScope', names.runtime)}(client)`,
      `const key: readonly unknown[] = [${structures.stringLiteral(names.package)}, ...parts, scope]`,
      `return key as ${type}`,
    ],
  })
  const scoped = structures.exportedFunction({
    name: own.inScope,
    typeParameters: ['Client extends object'],
    docs: structures.docs(
      'The same client, whose queries have keys of their own: for clients that call one address with different credentials. The scope is the last part of each key, in place of the address.',
    ),
    parameters: [
      { name: 'client', type: 'Client' },
      { name: 'scope', type: 'string' },
    ],
    returnType: 'Client',
    statements: [`return ${module.imports.value('withScope', names.runtime)}(client, scope)`],
  })
  if (!model.operations.some((each) => each.safe && hasOthers(each))) return [scoped, key]
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
  return [scoped, key, plain]
}
