import type { Operation, Statement } from 'tagwire/emitter'
import { DATA_TAG, failureOf, type QueryModule } from './module.js'

/**
 * Whether the input can contain integers or bytes, which JSON cannot represent: keys are compared as JSON.
 */
function hasOthers({ input }: Operation): boolean {
  return input.parameters.some(({ encoding }) => encoding && encoding.jsonrpc !== 'json')
}

/** What a query of an operation is for, if it has more than one. */
export type QueryForm = 'query' | 'pages' | 'stream' | 'wait'

/** The key of a call: what the operation is called and has to do with, whose data it is, and the input. */
export function keyText(
  at: QueryModule,
  operation: Operation,
  form: QueryForm,
  data: string,
  failure: string = failureOf(at, operation),
): string {
  const { names, own } = at
  const { input } = names.operation(operation)
  const given = hasOthers(operation) ? `${own.plain}(input)` : 'input'
  const parts = ['client', aboutText(at, operation, form), ...(input === 'none' ? [] : [given])]
  return `${own.keyOf}<${data}, ${failure}>(${parts.join(', ')})`
}

/** `{ operation: 'chains', tags: { info: true } }`: a record, because keys match by the members that both have. */
export function aboutText(
  { structures }: QueryModule,
  { id, tags }: Operation,
  form: QueryForm,
): string {
  const { memberText, stringLiteral, valueText } = structures
  const every = tags.map((tag) => [tag, true] as const)
  const members = [
    memberText('operation', stringLiteral(id)),
    ...(every.length > 0 ? [memberText('tags', valueText(Object.fromEntries(every)))] : []),
    ...(form === 'query' ? [] : [memberText('form', stringLiteral(form))]),
  ]
  return `{ ${members.join(', ')} }`
}

/** The functions that create keys. */
export function keyFunctions(at: QueryModule): Statement[] {
  const { model, module, names, structures, own } = at
  const { optional, exportedFunction, docs } = structures
  const type = `${module.imports.type(DATA_TAG, '@tanstack/query-core')}<readonly unknown[], Data, Failure>`
  const scopeOf = module.imports.value('cacheScope', names.runtime)
  const packageName = structures.stringLiteral(names.package)
  const key = exportedFunction({
    name: own.keyOf,
    isExported: false,
    typeParameters: ['Data', 'Failure'],
    docs: docs(
      'A query key: the package, what the call has to do with and whose data it is, and its input. Carries the types of the data and of errors.',
    ),
    parameters: [
      { name: 'client', type: 'object' },
      { name: 'about', type: 'object' },
      { name: 'input', type: 'readonly unknown[]', isRestParameter: true },
    ],
    returnType: type,
    statements: [
      `const key: readonly unknown[] = [${packageName}, { ...about, client: ${scopeOf}(client) }, ...input]`,
      `return key as ${type}`,
    ],
  })
  const start = (members: string): string =>
    `return [${packageName}, { ${members}...(client && { client: ${scopeOf}(client) }) }]`
  const ofClient = exportedFunction({
    name: own.clientKey,
    docs: docs(
      'The beginning of the keys of all queries of a client, or of all clients of this package: for filters, such as those of `invalidateQueries`.',
    ),
    parameters: [optional('client', 'object')],
    returnType: 'readonly unknown[]',
    statements: [start('')],
  })
  const ofOperation = exportedFunction({
    name: own.operationKey,
    docs: docs(
      'The same for all queries of an operation, by its name in the document, whatever their input is.',
    ),
    parameters: [{ name: 'operation', type: own.operation }, optional('client', 'object')],
    returnType: 'readonly unknown[]',
    statements: [start('operation, ')],
  })
  const ofTag = exportedFunction({
    name: own.tagKey,
    docs: docs('The same for all queries of the operations with a tag.'),
    parameters: [{ name: 'tag', type: own.tag }, optional('client', 'object')],
    returnType: 'readonly unknown[]',
    statements: [start('tags: { [tag]: true }, ')],
  })
  const scoped = exportedFunction({
    name: own.inScope,
    typeParameters: ['Client extends object'],
    docs: docs(
      'The same client, whose queries have keys of their own: for clients that call one address with different credentials. The scope takes the place of the address in each key.',
    ),
    parameters: [
      { name: 'client', type: 'Client' },
      { name: 'scope', type: 'string' },
    ],
    returnType: 'Client',
    statements: [`return ${module.imports.value('withScope', names.runtime)}(client, scope)`],
  })
  return [
    ...nameTypes(at),
    scoped,
    ofClient,
    ofOperation,
    ...(tagsOf(at).length > 0 ? [ofTag] : []),
    key,
    ...(model.operations.some((each) => each.safe && hasOthers(each)) ? [plainFunction(at)] : []),
  ]
}

/** The names that keys begin with, as types. */
function nameTypes(at: QueryModule): Statement[] {
  const { model, structures, own } = at
  const listed = (name: string, what: string, texts: readonly string[]): Statement[] =>
    texts.length === 0
      ? []
      : [
          structures.exportedType({
            name,
            docs: structures.docs(what),
            type: structures.unionOf(texts.map(structures.stringLiteral)),
          }),
        ]
  const ids = model.operations.map(({ id }) => id)
  return [
    ...listed(own.operation, 'The operations, by their names in the document.', [...new Set(ids)]),
    ...listed(own.tag, 'The tags of operations.', tagsOf(at)),
  ]
}

function tagsOf({ model }: QueryModule): string[] {
  return [...new Set(model.operations.flatMap(({ tags }) => tags))]
}

function plainFunction({ structures, own }: QueryModule): Statement {
  return structures.exportedFunction({
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
}
