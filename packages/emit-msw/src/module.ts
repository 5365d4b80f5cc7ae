import type { EmitterContext, EmitterStructures, ModuleBuilder, Statement } from 'tagwire/emitter'

export interface MswModule extends EmitterContext {
  readonly module: ModuleBuilder
  /** The function that makes handlers, and the type of its options. */
  readonly make: string
  readonly options: string
}

/** `mswRouting`, named like `mockRouting`. */
export function mswModule(context: EmitterContext): MswModule {
  const { mock, handlers } = context.names.mock
  const make = mock.replace(/^mock/, 'msw')
  const options = handlers.replace(/MockHandlers$/, 'MswOptions')
  const module = context.structures.module('msw', [make, options])
  return { ...context, module, make, options }
}

/** `export function mswRouting(handlers = {}, options = {}): HttpHandler[]` */
export function handlersFunction(
  { structures, names, module, make, options }: MswModule,
  { doc, statements }: { readonly doc: string; readonly statements: string[] },
): Statement {
  const handlers = module.imports.type(names.mock.handlers, names.mock.module)
  return structures.exportedFunction({
    name: make,
    docs: structures.docs(doc),
    parameters: [
      { name: 'handlers', type: handlers, initializer: '{}' },
      { name: 'options', type: options, initializer: '{}' },
    ],
    returnType: `${module.imports.type('HttpHandler', 'msw')}[]`,
    statements,
  })
}

/** A statement that refuses options of another form, and names them. */
export function optionsCheck({ module }: MswModule, address: string): string {
  const check = module.imports.value('checkOptions', '@tagwire/runtime/core')
  return `${check}(options, { string: '${address}', "'mock' | 'pass'": 'others' })`
}

/** The option for operations without a handler. */
export function othersProperty({
  structures,
}: MswModule): ReturnType<EmitterStructures['property']> {
  return structures.property({
    name: 'others',
    type: "'mock' | 'pass' | undefined",
    hasQuestionToken: true,
    isReadonly: true,
    docs: structures.docs(
      'What responds to calls without a handler: the mock, or the next handler, as with `server.use`.',
      "@default 'mock'",
    ),
  })
}
