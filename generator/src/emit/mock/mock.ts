import { pascalCase } from '../../model/names.js'
import type { Operation } from '../../model/operation.js'
import type { Shape } from '../../model/shape.js'
import { type ModuleScope, moduleOf, moduleScope, type PackageView } from '../package-view.js'
import { rpcModule } from '../rpc/dialect.js'
import { docs } from '../typescript/doc.js'
import {
  constant,
  type EmittedModule,
  exportedFunction,
  exportedInterface,
  exportedType,
  exportFrom,
  method,
  type Statement,
} from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { emitExamples, emitWorld } from './data.js'

const MOCK = '@tagwire/runtime/mock'

/** The mock entry, and the data that nothing else loads. */
export function emitMock(view: PackageView): EmittedModule[] {
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

function httpMock(view: PackageView, hasWorld: boolean): EmittedModule {
  const scope = moduleScope(view, 'mock')
  const { imports } = scope
  const { mock, handlers } = mockNames(view.name)
  const operations = imports.value('operations', './operations.js')
  const kinds = kindsConstant(view, scope)
  const facts = [
    operations,
    ...(kinds.length > 0 ? ['arguments: kinds'] : []),
    imports.value('examples', './examples.js'),
    ...(hasWorld ? [imports.value('world', './world.js')] : []),
  ]
  const create = imports.value('createHttpMock', MOCK)
  const options = imports.type('HttpMockOptions', MOCK)
  return moduleOf('src/mock.ts', scope, [
    ...kinds,
    exportedType({
      name: handlers,
      docs: docs('A function for each operation that should not answer by itself.'),
      type: `${imports.type('MockHandlers', MOCK)}<typeof ${operations}>`,
    }),
    exportedFunction({
      name: mock,
      docs: docs(httpDoc(hasWorld)),
      parameters: [
        { name: 'handlers', type: handlers, initializer: '{}' },
        { name: 'options', type: options, initializer: '{}' },
      ],
      returnType: imports.type('Fetch', '@tagwire/runtime/http'),
      statements: [`return ${create}({ ${facts.join(', ')} }, handlers, options)`],
    }),
    exportFrom(
      MOCK,
      HELPERS.filter((name) => name !== mock),
    ),
  ])
}

/** What handlers are written with. */
const HELPERS = ['type MockCall', 'type MockHandler', 'type MockResult', 'mockFailure', 'sequence']

function kindsConstant(view: PackageView, { imports }: ModuleScope): Statement[] {
  const kinds = argumentKinds(view)
  if (Object.keys(kinds).length === 0) return []
  const type = imports.type('ArgumentKinds', MOCK)
  return [constant({ name: 'kinds', type, value: valueText(kinds) })]
}

function httpDoc(hasWorld: boolean): string {
  const rest = hasWorld
    ? 'the example world of the document, then its examples, answer the rest'
    : "the document's examples answer the rest"
  return `A \`fetch\` for the client that needs no server. Handlers answer first; ${rest}.`
}

function rpcMock(view: PackageView): EmittedModule {
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
  return moduleOf('src/mock.ts', scope, [
    exportedType({
      name: handlers,
      docs: docs('A function for each method that should not answer by itself.'),
      type: `${imports.type('MethodMocks', MOCK)}<typeof ${methods}>`,
    }),
    ...typed,
    exportedFunction({
      name: mock,
      docs: docs(
        "A transport for the client that needs no node. Handlers answer first, the document's examples answer the rest.",
      ),
      parameters: [{ name: 'handlers', type: handlers, initializer: '{}' }],
      returnType: typed.length > 0 ? type : transport,
      statements: [`return ${make}({ handlers, ${examples} })`],
    }),
  ])
}

/** The transport whose `emit` takes the events of this document. */
function typedMock(view: PackageView, scope: ModuleScope, base: string, name: string): Statement[] {
  const [word] = view.model.operations.flatMap(({ extensions }) => extensions.events ?? [])
  if (!word) return []
  const event = scope.received.refer(word.notification)
  const given = `Pick<${event}, ${stringLiteral(word.data)}> & Partial<${event}>`
  return [
    exportedInterface({
      name,
      docs: docs('A transport whose events come from the test.'),
      extends: [`Omit<${base}, 'emit'>`],
      methods: [
        method('emit', {
          docs: docs('Delivers an event to the subscriptions whose query it fits.'),
          parameters: [{ name: 'event', type: given }],
          returnType: 'void',
        }),
      ],
    }),
  ]
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
