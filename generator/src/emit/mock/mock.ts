import type { Events } from '../../model/extensions.js'
import { hasRequestRules } from '../../view/http/request-rules.js'
import { defineEmitter, type Emitter, type EmitterContext } from '../emitter-api/emitter.js'
import type { EmitterModule } from '../emitter-api/emitter-files.js'
import type { ModuleBuilder } from '../emitter-api/toolbox.js'
import { MOCK } from '../runtime-entries.js'
import type { Statement } from '../typescript/structures.js'
import { emitExamples, emitSamples, emitWorld } from './data.js'

/** The mock entry and its data. It uses the same interface as emitters of users. */
export const mockEmitter: Emitter = defineEmitter({
  name: 'mock',
  needs: ['client'],
  emit: (context) => {
    const world = emitWorld(context)
    const samples = emitSamples(context)
    const isHttp = context.model.document.language === 'openapi'
    return [
      (isHttp ? httpMock : rpcMock)(context, samples !== undefined),
      emitExamples(context),
      ...(samples ? [samples] : []),
      ...(world ? [world] : []),
    ]
  },
})

function httpMock(context: EmitterContext, hasSamples: boolean): EmitterModule {
  const { names, structures } = context
  const { docs, exportedFunction, exportedType, exportFrom } = structures
  const { mock, handlers } = names.mock
  const module = structures.module('mock', [mock, handlers])
  const { imports } = module
  const operations = imports.value(names.table.name, names.table.module)
  const facts = [
    operations,
    ...(names.requestFacts ? [`requests: ${imports.value(names.requestFacts)}`] : []),
    imports.value('examples', './examples.js'),
    ...(hasSamples ? [`sample: ${sampledText(module)}`] : []),
    ...worldFacts(context, module),
    ...(hasRequestRules(context.model)
      ? [`rules: ${imports.value('requestRules', './rules.js')}`]
      : []),
  ]
  const create = imports.value('createHttpMock', MOCK)
  const options = imports.type('HttpMockOptions', MOCK)
  return module.file([
    exportedType({
      name: handlers,
      docs: docs('Handlers by operation; the mock responds to all others itself.'),
      type: `${imports.type('MockHandlers', MOCK)}<typeof ${operations}>`,
    }),
    exportedFunction({
      name: mock,
      docs: docs(httpDoc(context)),
      parameters: [
        { name: 'handlers', type: handlers, initializer: '{}' },
        { name: 'options', type: options, initializer: '{}' },
      ],
      returnType: imports.type('MockFetch', MOCK),
      statements: [`return ${create}({ ${facts.join(', ')} }, handlers, options)`],
    }),
    exportFrom(
      MOCK,
      HELPERS.filter((name) => name !== mock),
    ),
  ])
}

/** What makes up responses. */
function sampledText({ imports }: ModuleBuilder): string {
  return `${imports.value('sampledBy', MOCK)}(${imports.value('samples', './samples.js')})`
}

/** The exports for writing handlers. */
const HELPERS = ['type MockCall', 'type MockHandler', 'type MockResult', 'mockFailure', 'sequence']

/** The sample data itself, or a function that loads it from its package, and its modes. */
function worldFacts({ model, names, structures }: EmitterContext, module: ModuleBuilder): string[] {
  const { world } = model
  if (!world) return []
  if (names.worldPackage === undefined) return [module.imports.value('world', './world.js')]
  const { stringLiteral } = structures
  const missing = module.imports.value('withoutWorld', MOCK)
  const loaded = `import(${stringLiteral(`${names.worldPackage}/world`)})`
  // Bundlers only accept an import that may fail if the failure is handled in place.
  return [
    `world: () => ${loaded}.catch(${missing}(${stringLiteral(names.worldPackage)}))`,
    `modes: ${structures.listText(Object.keys(world.modes).map((mode) => stringLiteral(mode)))}`,
  ]
}

function httpDoc({ model, names }: EmitterContext): string {
  const where = names.worldPackage === undefined ? '' : `, which is in \`${names.worldPackage}\``
  const rest = model.world
    ? `all other requests get a response, or an error, from the sample data of the document${where}`
    : "all other requests get the document's examples, and with `onUnknown: 'example'` plausible data where it has none"
  return `A \`fetch\` for the client that needs no server. Handlers take precedence; ${rest}.`
}

function rpcMock(context: EmitterContext, hasSamples: boolean): EmitterModule {
  const { names, structures } = context
  const { docs, exportedFunction, exportedType } = structures
  const module = structures.module('mock')
  const { imports } = module
  const { mock, handlers, type } = names.mock
  const methods = imports.type(names.table.name, names.table.module)
  const examples = imports.value('examples', './examples.js')
  const transport = imports.type('MockTransport', names.runtime)
  const typed = typedMock(context, module, transport)
  const sample = hasSamples ? sampledText(module) : 'undefined'
  const made = `${imports.value('sampledResults', MOCK)}(${sample}, options)`
  const make =
    mock === 'mockTransport'
      ? imports.renamed('mockTransport', 'mockAnyTransport', names.runtime)
      : imports.value('mockTransport', names.runtime)
  // The same is checked as by a server.
  const isChecked = names.requestFacts && names.parts.includes('validate')
  const refused = isChecked
    ? `, refused: ${imports.value('refusedCalls', MOCK)}(Object.values(${imports.value(names.requestFacts)}), options)`
    : ''
  return module.file([
    exportedType({
      name: handlers,
      docs: docs('Handlers by method; the mock responds to all others itself.'),
      type: `${imports.type('MethodMocks', MOCK)}<typeof ${methods}>`,
    }),
    ...typed,
    exportedFunction({
      name: mock,
      docs: docs(
        "A transport for the client that needs no node. Handlers take precedence; all other calls get the document's examples, and with `onUnknown: 'example'` plausible data where it has none.",
      ),
      parameters: [
        { name: 'handlers', type: handlers, initializer: '{}' },
        { name: 'options', type: imports.type('RpcMockOptions', MOCK), initializer: '{}' },
      ],
      returnType: typed.length > 0 ? type : transport,
      statements: [`return ${make}({ handlers, ${examples}, made: ${made}${refused} })`],
    }),
  ])
}

/** What a query selects: only the payload is needed. */
function queriedEvent(
  { structures }: EmitterContext,
  module: ModuleBuilder,
  { notification, data }: Events,
): string {
  const event = module.received({ kind: 'reference', name: notification })
  return `Pick<${event}, ${structures.stringLiteral(data)}> & Partial<${event}>`
}

/** The transport whose `emit` accepts the events of this document. */
function typedMock(context: EmitterContext, module: ModuleBuilder, base: string): Statement[] {
  const { model, names, structures } = context
  const [events] = model.operations.flatMap((each) => names.operation(each).events ?? [])
  const kinds = model.operations.flatMap((each) => names.operation(each).subscription?.kinds ?? [])
  if (!events && kinds.length === 0) return []
  const given = [
    ...(events ? [queriedEvent(context, module, events)] : []),
    ...kinds.map(({ name, payload }) => {
      const data = module.received({ kind: 'reference', name: payload })
      return `{ kind: ${structures.stringLiteral(name)}; data: ${data} }`
    }),
  ].join(' | ')
  return [
    structures.exportedInterface({
      name: names.mock.type,
      docs: structures.docs('A transport for tests, which send its events.'),
      extends: [`Omit<${base}, 'emit'>`],
      methods: [
        structures.method('emit', {
          docs: structures.docs(
            events
              ? 'Delivers an event to the subscriptions whose query it matches.'
              : 'Delivers an event to the subscriptions of its kind.',
          ),
          parameters: [{ name: 'event', type: given }],
          returnType: 'void',
        }),
      ],
    }),
  ]
}
