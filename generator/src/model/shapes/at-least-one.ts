import type { Model } from '../model.js'
import type { Rule } from '../rules/rule.js'
import { namesIn } from './parts.js'
import type { Declaration } from './shape.js'

/**
 * The lists of properties of which at least one is required, by the name of the declaration. Only for types
 * that are used as request bodies and nowhere else: for responses it would be useless, and a type that others
 * extend has to be an interface.
 */
export function atLeastOne(model: Model): ReadonlyMap<string, readonly string[][]> {
  const sent = bodyNames(model)
  if (sent.size === 0) return new Map()
  const used = usedNames(model.declarations)
  return new Map(
    model.declarations
      .filter(({ name }) => sent.has(name) && !used.has(name))
      // Rules are created on demand, so as few as possible are read.
      .map((each) => [each.name, listsOf(each)] as const)
      .filter(([, lists]) => lists.length > 0),
  )
}

function listsOf({ shape, rule }: Declaration): string[][] {
  if (shape.kind !== 'record' || !rule.choices) return []
  const known = new Set(shape.fields.map((field) => field.name))
  return rule.choices.flatMap(({ members }) => {
    const names = members.map(requiredAlone)
    return names.length > 1 && names.every((each) => each !== undefined && known.has(each))
      ? [names.filter((each) => each !== undefined)]
      : []
  })
}

/** The name of a property, if the rule does nothing but require it. */
function requiredAlone({ record, source: _, types, ...others }: Rule): string | undefined {
  if (!record || Object.keys(others).length > 0) return undefined
  if (types && types.join() !== 'object') return undefined
  const { fields, required, patterns, dependents, dependentRules, ...limits } = record
  const constraints = [patterns, dependents, dependentRules, Object.keys(limits)].flat()
  const names = [...required, ...fields.filter((field) => field.required).map((each) => each.name)]
  const isPlain = fields.every((field) => field.required && Object.keys(field.rule).length === 0)
  return constraints.length === 0 && isPlain && names.length === 1 ? names[0] : undefined
}

function bodyNames({ operations }: Model): ReadonlySet<string> {
  const bodies = operations.flatMap(({ input }) => input.body?.contents ?? [])
  return new Set(bodies.flatMap(({ shape }) => (shape.kind === 'reference' ? [shape.name] : [])))
}

/** The names that other declarations refer to. */
function usedNames(declarations: readonly Declaration[]): ReadonlySet<string> {
  return new Set(
    declarations.flatMap(({ name, shape }) => namesIn(shape).filter((each) => each !== name)),
  )
}
