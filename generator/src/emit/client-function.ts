import { freeName } from '../model/names.js'
import type { ClientNames } from '../view/client-names.js'
import type { PackageView } from '../view/package-view.js'
import { clientDecodes, type Decodes } from './decode/decoded-model.js'
import type { ModuleScope } from './module-scope.js'
import { CORE, DECODE } from './runtime-entries.js'
import { docs } from './typescript/doc.js'
import {
  exportedFunction,
  exportedType,
  type Overload,
  type Statement,
} from './typescript/structures.js'

/** A client type, and the options that result in it. */
interface Kind {
  readonly options: string
  readonly client: string
}

/** The groups of methods of a client. */
export interface Resources {
  /** Their type, with the type of the methods as its parameter. */
  readonly type: string
  readonly methods: string
  /** Adds them to a client, which has the type `result` then. */
  readonly added: (client: string, result: string) => string
}

export interface ClientFunction {
  readonly names: ClientNames
  readonly docs: string[]
  /** The kinds of clients, the most specific first. */
  readonly kinds: readonly Kind[]
  /** Whether the options are optional. */
  readonly optional: boolean
  /** The statements before the client. */
  readonly statements: readonly string[]
  /** The client as an object literal, and its type. */
  readonly client: { readonly value: string; readonly type: string }
  /** The function that removes secrets from errors of decoding. */
  readonly redact: string
  readonly resources?: Resources | undefined
}

/** `createRoutingClient(options)`: one signature, or overloads for clients that decode or deliver events. */
export function clientFunction(
  view: PackageView,
  scope: ModuleScope,
  { names, docs, kinds, optional, statements, client, redact, resources }: ClientFunction,
): Statement {
  const decodes = clientDecodes(view)
  const type = decodes === 'on demand' ? `${names.options} & ${decodeOption(scope)}` : names.options
  const made = {
    name: names.create,
    parameters: [{ name: 'options', type, ...(optional ? { initializer: '{}' } : {}) }],
    statements: [...statements, ...returned(scope, client, decodes, redact, resources)],
  }
  if (kinds.length === 1 && decodes === 'never') {
    return exportedFunction({ ...made, docs, returnType: client.type })
  }
  return exportedFunction({
    ...made,
    // The result is one of several types, which only the overloads distinguish.
    returnType: decodes === 'never' ? client.type : 'object',
    overloads: [
      ...(decodes === 'on demand'
        ? kinds.map((kind) => decodingOverload(scope, kind, docs, resources))
        : []),
      ...kinds.map(
        (kind): Overload => ({
          docs,
          parameters: [{ name: 'options', type: kind.options, hasQuestionToken: optional }],
          returnType: decodes === 'always' ? decodedClientName(view, kind.client) : kind.client,
          isExported: true,
        }),
      ),
    ],
  })
}

/** The types of clients that always decode their results. */
export function decodedClientTypes(
  view: PackageView,
  { imports }: ModuleScope,
  clients: readonly string[],
  resources?: Resources,
): Statement[] {
  if (clientDecodes(view) !== 'always') return []
  const decoded = imports.type('Decoded', DECODE)
  const table = imports.value('responseDecoders', './decode.js')
  return clients.map((client) =>
    exportedType({
      name: decodedClientName(view, client),
      docs: docs(`A {@link ${client}} whose times are a \`Date\`.`),
      type: decodedText(decoded, client, `typeof ${table}`, resources),
    }),
  )
}

/** `DecodedRoutingClient` */
export function decodedClientName({ names }: PackageView, client: string): string {
  return freeName(`Decoded${client}`, names)
}

/** The overload for a decoding client, which comes before the one of the plain client. */
function decodingOverload(
  { imports }: ModuleScope,
  { options, client }: Kind,
  docs: string[],
  resources: Resources | undefined,
): Overload {
  const table = imports.type('ResponseDecoders', CORE)
  const decoded = imports.type('Decoded', DECODE)
  return {
    docs,
    typeParameters: [`Table extends ${table}`],
    parameters: [{ name: 'options', type: `${options} & { readonly decode: Table }` }],
    returnType: decodedText(decoded, client, 'Table', resources),
    isExported: true,
  }
}

/** Groups have the methods of the decoding client. */
function decodedText(
  decoded: string,
  client: string,
  table: string,
  resources: Resources | undefined,
): string {
  const plain = `${decoded}<${client}, ${table}>`
  if (!resources) return plain
  const { type, methods } = resources
  return `Omit<${plain}, keyof ${type}> & ${type}<${decoded}<${methods}, ${table}>>`
}

function decodeOption({ imports }: ModuleScope): string {
  const table = imports.type('ResponseDecoders', CORE)
  return `{ readonly decode?: ${table} }`
}

function returned(
  { imports }: ModuleScope,
  { type, value }: ClientFunction['client'],
  decodes: Decodes,
  redact: string,
  resources: Resources | undefined,
): string[] {
  const plain = resources ? `Omit<${type}, keyof ${resources.type}>` : type
  if (decodes === 'never') {
    return resources
      ? [`const plain: ${plain} = ${value}`, `return ${resources.added('plain', type)}`]
      : [`return ${value}`]
  }
  const decode = imports.value('decoded', CORE)
  const table =
    decodes === 'always'
      ? `{ decode: ${imports.value('responseDecoders', './decode.js')} }`
      : 'options'
  const client = `${decode}(plain, ${table}, ${redact})`
  return [
    `const plain: ${plain} = ${value}`,
    `return ${resources?.added(client, 'object') ?? client}`,
  ]
}
