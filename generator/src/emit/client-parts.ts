import type { Until } from '../model/extensions.js'
import type { Operation } from '../model/operations/operation.js'
import type { ClientNames } from '../view/client-names.js'
import type { PackageView } from '../view/package-view.js'
import { subscribingMethods } from '../view/rpc/described-subscriptions.js'
import type { Value } from '../view/value.js'
import type { ModuleScope } from './module-scope.js'
import { CORE } from './runtime-entries.js'
import { codeList, docs, docsOf } from './typescript/doc.js'
import { exportedConstant, exportedFunction, type Statement } from './typescript/structures.js'
import { propertyAccess, stringLiteral } from './typescript/text.js'
import { valueText } from './typescript/value-text.js'

export function serversConstant(view: PackageView): Statement {
  const servers = view.model.servers.map(
    (server): Value => ({ url: server.url, description: server.doc }),
  )
  return exportedConstant({
    name: 'servers',
    docs: docs('The servers of the service, the default first.'),
    value: `/*@__PURE__*/ Object.freeze(${valueText(servers)} as const)`,
  })
}

export interface Connecting {
  /** The type of the connection that makes the calls. */
  readonly api: string
  /** The parameter. */
  readonly options: { readonly type: string; readonly initializer?: string }
  readonly statements: string[]
  /** An example of an operation or a method of the document. */
  readonly example: string
}

/** The connection without the methods of the client, for bundles that only need a few calls. */
export function connectFunction(
  names: ClientNames,
  { api, options, statements, example }: Connecting,
): Statement {
  return exportedFunction({
    name: names.connect,
    docs: docs(
      `Makes single calls, such as \`call(${example}, …)\`, for bundles that only need a few of them.`,
    ),
    parameters: [{ name: 'options', ...options }],
    returnType: api,
    statements,
  })
}

/**
 * Raised together with the number in the runtime, whenever older generated code would no longer
 * work.
 */
const FORMAT = 'format 4 (otherwise update @tagwire/runtime and run `tagwire generate`)'

/** The name of the type of {@link formatCheck}. */
export const FORMAT_TYPE = 'CodeFormat'

/** A type that does not compile with an incompatible runtime. The index does not export it. */
export function formatCheck({ imports }: ModuleScope): Statement {
  const check = imports.type('GeneratedCode', CORE)
  const text = '/** Does not compile with an incompatible version of the runtime. @public */'
  return `${text}\nexport type ${FORMAT_TYPE} = ${check}<${stringLiteral(FORMAT)}>`
}

/** `operations.route`: the first of the document. */
export function exampleOf({ model }: PackageView, table: string): string {
  const hidden = subscribingMethods(model)
  const shown = model.operations.find(({ id }) => !hidden.has(id)) ?? model.operations[0]
  return table + propertyAccess(shown?.name ?? '')
}

/** The comment of a client's method: what it does in a sentence, then the details. */
export function methodDocs({ seeTag }: ModuleScope, operation: Operation, note?: string): string[] {
  const summary = operation.summary?.replace(/\.$/, '')
  const parts = [summary && `${summary}.`, operation.doc, note].filter(Boolean)
  return docsOf({ ...operation, doc: parts.join('\n\n') }, seeTag(operation))
}

/** The comment of a method that waits: what it repeats, and when it ends. */
export function waitText({ name }: Operation, until: Until | undefined): string {
  const start = `Repeats {@link ${name}} until`
  if (!until) return `${start} there is a result.`
  const bad = [...(until.failure ?? []), ...(until.givenUp ?? [])]
  const rejects = bad.length > 0 ? ` Rejects with \`WaitFailedError\` at ${codeList(bad)}.` : ''
  const parts = until.each === undefined ? '' : ` and so is every item of \`${until.each}\``
  return `${start} it is final${parts}. Resolves at ${codeList(until.values)}.${rejects}`
}
