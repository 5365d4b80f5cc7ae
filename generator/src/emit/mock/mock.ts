import { pascalCase } from '../../model/names.js'
import type { Operation } from '../../model/operation.js'
import type { Shape } from '../../model/shape.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from '../package-view.js'
import { rpcModule } from '../rpc/dialect.js'
import { docBlock } from '../typescript/doc.js'
import { listText } from '../typescript/imports.js'
import { LINE_WIDTH, stringLiteral } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { readEvents } from '../words.js'
import { emitExamples, emitWorld } from './data.js'

const MOCK = '@tagwire/runtime/mock'

/** The mock entry, and the data that nothing else loads. */
export function emitMock(view: PackageView): EmittedFile[] {
  const world = emitWorld(view)
  const http = view.model.document.language === 'openapi'
  return [
    http ? httpMock(view, world !== undefined) : rpcMock(view),
    emitExamples(view),
    ...(world ? [world] : []),
  ]
}

/** `@tagwire/routing` → `mockRouting`, `RoutingMockHandlers`. */
export function mockNames(packageName: string): { mock: string; handlers: string; type: string } {
  const name = pascalCase(packageName.replace(/^@[^/]+\//, ''))
  return { mock: `mock${name}`, handlers: `${name}MockHandlers`, type: `${name}Mock` }
}

function httpMock(view: PackageView, hasWorld: boolean): EmittedFile {
  const scope = moduleScope(view, 'mock')
  const { imports } = scope
  const { mock, handlers } = mockNames(view.name)
  const operations = imports.value('operations', './operations.js')
  const kinds = kindsBlock(view, scope)
  const facts = [
    operations,
    ...(kinds === '' ? [] : ['arguments: kinds']),
    imports.value('examples', './examples.js'),
    ...(hasWorld ? [imports.value('world', './world.js')] : []),
  ]
  const head = functionHead(
    mock,
    [`handlers: ${handlers} = {}`, `options: ${imports.type('HttpMockOptions', MOCK)} = {}`],
    imports.type('Fetch', '@tagwire/runtime/http'),
  )
  const blocks = [
    kinds,
    `${docBlock({ text: 'A function for each operation that should not answer by itself.' })}export type ${handlers} = ${imports.type('MockHandlers', MOCK)}<typeof ${operations}>\n`,
    `${docBlock({ text: httpDoc(hasWorld) })}${head} {
  return ${imports.value('createHttpMock', MOCK)}({ ${facts.join(', ')} }, handlers, options)
}
`,
    `${listText(
      'export',
      HELPERS.filter((name) => name !== mock),
      ` from '${MOCK}'`,
    )}\n`,
  ]
  return { path: 'src/mock.ts', text: moduleText(view, scope, blocks) }
}

/** What handlers are written with. */
const HELPERS = ['type MockCall', 'type MockHandler', 'type MockResult', 'mockFailure', 'sequence']

function functionHead(name: string, parameters: readonly string[], result: string): string {
  const flat = `export function ${name}(${parameters.join(', ')}): ${result}`
  // The brace after it counts as well.
  if (flat.length + 2 <= LINE_WIDTH) return flat
  const broken = parameters.map((parameter) => `  ${parameter},\n`).join('')
  return `export function ${name}(\n${broken}): ${result}`
}

function kindsBlock(view: PackageView, { imports }: ModuleScope): string {
  const kinds = argumentKinds(view)
  if (Object.keys(kinds).length === 0) return ''
  const head = `const kinds: ${imports.type('ArgumentKinds', MOCK)} = `
  return `${head}${valueText(kinds, 0, head.length)}\n`
}

function httpDoc(hasWorld: boolean): string {
  const rest = hasWorld
    ? 'the example world of the document, then its examples, answer the rest'
    : "the document's examples answer the rest"
  return `A \`fetch\` for the client that needs no server. Handlers answer first; ${rest}.`
}

function rpcMock(view: PackageView): EmittedFile {
  const scope = moduleScope(view, 'mock')
  const { imports } = scope
  const { mock, handlers, type } = mockNames(view.name)
  const methods = imports.type('methods', './methods.js')
  const examples = imports.value('examples', './examples.js')
  const rpc = rpcModule(view.model)
  const transport = imports.type('MockTransport', rpc)
  const typed = typedMock(view, scope, transport, type)
  const make =
    mock === 'mockTransport'
      ? imports.renamed('mockTransport', 'mockAnyTransport', rpc)
      : imports.value('mockTransport', rpc)
  const head = functionHead(mock, [`handlers: ${handlers} = {}`], typed === '' ? transport : type)
  const text =
    "A transport for the client that needs no node. Handlers answer first, the document's examples answer the rest."
  const blocks = [
    `${docBlock({ text: 'A function for each method that should not answer by itself.' })}export type ${handlers} = ${imports.type('MethodMocks', MOCK)}<typeof ${methods}>\n`,
    typed,
    `${docBlock({ text })}${head} {
  return ${make}({ handlers, ${examples} })
}
`,
  ]
  return { path: 'src/mock.ts', text: moduleText(view, scope, blocks) }
}

/** The transport whose `emit` takes the events of this document. */
function typedMock(view: PackageView, scope: ModuleScope, base: string, name: string): string {
  const [word] = view.model.operations.flatMap(({ words }) => readEvents(words) ?? [])
  if (!word) return ''
  const event = scope.received.refer(word.notification)
  const given = `Pick<${event}, ${stringLiteral(word.data)}> & Partial<${event}>`
  return `${docBlock({ text: 'A transport whose events come from the test.' })}export interface ${name} extends Omit<${base}, 'emit'> {
  /** Delivers an event to the subscriptions whose query it fits. */
  emit(event: ${given}): void
}
`
}

/** What the arguments of each operation are, where they are not plain text. */
function argumentKinds(view: PackageView): { [name: string]: Value } {
  const operations = view.model.operations.flatMap((operation): [string, Value][] => {
    const kinds = kindsOf(view, operation)
    return Object.keys(kinds).length > 0 ? [[operation.name, kinds]] : []
  })
  return Object.fromEntries(operations)
}

function kindsOf(view: PackageView, operation: Operation): { [name: string]: string } {
  return Object.fromEntries(
    operation.input.parameters.flatMap(({ name, shape }): [string, string][] => {
      const kind = kindOf(view, shape)
      return kind === undefined || kind === 'string' ? [] : [[name, kind]]
    }),
  )
}

function kindOf(view: PackageView, shape: Shape): string | undefined {
  if (shape.kind === 'nullable') return kindOf(view, shape.shape)
  if (shape.kind === 'enumeration') return plainKind(typeof shape.values[0])
  if (shape.kind === 'list') {
    const item = kindOf(view, shape.items)
    return item === undefined || item.endsWith('[]') ? undefined : `${item}[]`
  }
  if (shape.kind === 'reference') {
    if (view.recursive.has(shape.name)) return undefined
    const declaration = view.model.declarations.find((each) => each.name === shape.name)
    return declaration && kindOf(view, declaration.shape)
  }
  if (shape.kind !== 'scalar') return undefined
  if (shape.type === 'integer' || shape.type === 'number') return 'number'
  return shape.type === 'boolean' ? 'boolean' : 'string'
}

function plainKind(type: string): string | undefined {
  return type === 'number' || type === 'boolean' || type === 'string' ? type : undefined
}
