import type { EmitterContext, ModuleBuilder, Operation } from 'tagwire/emitter'

/** The module that is being written. */
export interface ServerModule extends EmitterContext {
  readonly module: ModuleBuilder
  readonly own: typeof NAMES
}

/** What the module exports. */
export const NAMES = {
  create: 'createServer',
  options: 'ServerOptions',
  operations: 'ServerOperations',
  subscriptions: 'ServerSubscriptions',
  security: 'ServerSecurity',
} as const

export const SERVER = '@tagwire/runtime/server'

export function serverModule(context: EmitterContext): ServerModule {
  const module = context.structures.module('server', [...Object.values(NAMES), FACTS])
  return { ...context, module, own: NAMES }
}

/** The constant with what the runtime needs to know. */
export const FACTS = 'described'

/** A type of the runtime. */
export function runtimeType({ module }: ServerModule, name: string): string {
  return module.imports.type(name, SERVER)
}

/** Whether an operation asks who calls: always, or only if the caller says so. */
export function asksWho({ requirements }: Operation): 'always' | 'maybe' | 'never' {
  const alternatives = requirements?.alternatives ?? []
  const asking = alternatives.filter((each) => each.length > 0)
  if (asking.length === 0) return 'never'
  return asking.length === alternatives.length ? 'always' : 'maybe'
}

/** How calls of a method are read and checked: as by the mock. */
export function callFacts(
  { structures, module, names }: ServerModule,
  operation: Operation,
): readonly string[] {
  const { name, input } = operation
  if (!names.requestFacts || input.parameters.length === 0) return module.requestFacts(operation)
  return [`...${module.imports.value(names.requestFacts)}${structures.propertyAccess(name)}`]
}
