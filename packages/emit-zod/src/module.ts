import type { EmitterContext, ModuleBuilder, RuleOf, Shape } from 'tagwire/emitter'
import { HELPERS, type HelperName } from './helpers.js'

export interface ZodModule extends EmitterContext {
  readonly module: ModuleBuilder
  /** The name of zod in the module. */
  readonly z: string
  readonly side: 'received' | 'sent'
  readonly ruleOf: RuleOf
  /** The declarations whose schemas are already written. */
  readonly written: Set<string>
  /** Keywords of the document that the current schema does not check. */
  readonly unchecked: Set<string>
  /** Returns the name of a helper function, and declares it in the module. */
  readonly use: (helper: HelperName) => string
  readonly helpers: () => string[]
}

export function zodModule(context: EmitterContext): ZodModule {
  const rules = new Map(context.model.declarations.map(({ name, rule }) => [name, rule]))
  const used = new Set<HelperName>()
  const module = context.structures.module('zod')
  const z = module.imports.value('z', 'zod')
  return {
    ...context,
    module,
    z,
    side: 'received',
    ruleOf: (name) => rules.get(name),
    written: new Set(),
    unchecked: new Set(),
    use: (helper) => {
      used.add(helper)
      return module.free(helper)
    },
    helpers: () => [...used].sort().map((helper) => HELPERS[helper](module.free(helper), z)),
  }
}

/** The type of a shape in the package, by its name if it has one. */
export function typeText({ model, module, side }: ZodModule, shape: Shape): string {
  const named = model.declarations.find((each) => each.shape === shape)
  return module[side](named ? { kind: 'reference', name: named.name } : shape)
}

export function schemaName({ module }: ZodModule, type: string): string {
  return module.free(`${type}Schema`)
}

export function refine({ structures }: ZodModule, check: string, expected: string): string {
  return `.refine(${check}, ${structures.stringLiteral(`expected ${expected}`)})`
}
