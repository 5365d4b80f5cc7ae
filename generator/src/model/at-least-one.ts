import type { Model } from './model.js'
import type { Rule } from './rule.js'
import type { Declaration, Shape } from './shape.js'

/**
 * The members of a request of which at least one has to be there, one list for each time that the
 * document says so. Only of what is sent as a body and stands nowhere else: answers say what they
 * say, and a type that is built upon has to stay an interface.
 */
export function atLeastOne(model: Model, { name, shape, rule }: Declaration): readonly string[][] {
  if (shape.kind !== 'record' || !isBody(model, name)) return []
  const known = new Set(shape.fields.map((field) => field.name))
  return (rule.choices ?? []).flatMap(({ members }) => {
    const names = members.map(requiredAlone)
    return names.length > 1 && names.every((each) => each !== undefined && known.has(each))
      ? [names.filter((each) => each !== undefined)]
      : []
  })
}

/** The name, of a rule that says nothing but that it is required. */
function requiredAlone({ record, source: _, types, ...others }: Rule): string | undefined {
  if (!record || Object.keys(others).length > 0) return undefined
  if (types && types.join() !== 'object') return undefined
  const { fields, required, patterns, dependents, dependentRules, ...limits } = record
  const said = [patterns, dependents, dependentRules, Object.keys(limits)].flat()
  const names = [...required, ...fields.filter((field) => field.required).map((each) => each.name)]
  const isPlain = fields.every((field) => field.required && Object.keys(field.rule).length === 0)
  return said.length === 0 && isPlain && names.length === 1 ? names[0] : undefined
}

function isBody({ operations, declarations }: Model, name: string): boolean {
  const bodies = operations.flatMap(({ input }) => input.body?.contents ?? [])
  const isSent = bodies.some(({ shape }) => shape.kind === 'reference' && shape.name === name)
  return isSent && !declarations.some((each) => each.name !== name && mentions(each.shape, name))
}

function mentions(shape: Shape, name: string): boolean {
  switch (shape.kind) {
    case 'reference':
      return shape.name === name
    case 'nullable':
      return mentions(shape.shape, name)
    case 'list':
      return mentions(shape.items, name)
    case 'map':
      return mentions(shape.values, name)
    case 'tuple':
      return [...shape.items, ...(shape.rest ? [shape.rest] : [])].some((each) =>
        mentions(each, name),
      )
    case 'intersection':
      return shape.parts.some((each) => mentions(each, name))
    case 'record':
      return (
        shape.fields.some((field) => mentions(field.shape, name)) ||
        (shape.rest !== undefined && mentions(shape.rest, name))
      )
    case 'union':
      return (
        shape.cases.some(({ payload }) => payload !== undefined && mentions(payload, name)) ||
        shape.common.some((field) => mentions(field.shape, name))
      )
    default:
      return false
  }
}
