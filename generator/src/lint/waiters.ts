import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import { answerOf } from '../model/operations/contents.js'
import { parsePointer } from '../model/pointer.js'
import type { Declaration, Shape } from '../model/shapes/shape.js'
import { isTagged, payloadKey, tagKey } from '../model/shapes/union.js'

type Declarations = ReadonlyMap<string, Declaration>

/** Reports pointers of `x-tagwire-waiter` that cannot be resolved in the response: what they mean would never be waited for. */
export function lintWaiters(model: Model, report: Report): void {
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  for (const operation of model.operations) {
    const { until } = operation.extensions.waiter ?? {}
    if (!until) continue
    const shapes = answerOf(operation).contents.map(({ shape }) => shape)
    const parts = until.each === undefined ? undefined : `${until.each}/*`
    const anywhere = [...shapes, ...(parts === undefined ? [] : at(shapes, parts, declarations))]
    const pointers = [
      ...(parts === undefined ? [] : [{ name: 'each', pointer: parts, from: shapes }]),
      ...[until.pointer].flat().map((pointer) => ({ name: 'pointer', pointer, from: anywhere })),
      ...(until.error === undefined
        ? []
        : [{ name: 'error', pointer: until.error, from: anywhere }]),
    ]
    for (const { name, pointer, from } of pointers) {
      if (at(from, pointer, declarations).length > 0) continue
      const what = name === 'each' ? 'a list' : 'a value'
      report({
        code: 'TW6003',
        severity: 'warning',
        message: `x-tagwire-waiter of ${operation.name}: no response has ${what} at \`${name}\`, ${JSON.stringify(name === 'each' ? until.each : pointer)}`,
        at: operation.source,
        help: 'Correct the pointer, or describe the value in the response.',
      })
    }
  }
}

/** What may be at a pointer, in which `*` is every item of a list. */
function at(shapes: readonly Shape[], pointer: string, declarations: Declarations): Shape[] {
  return parsePointer(pointer).reduce<Shape[]>(
    (found, token) => found.flatMap((shape) => below(shape, token, declarations, [])),
    [...shapes],
  )
}

const ANYTHING: Shape = { kind: 'json' }

function below(
  shape: Shape,
  token: string,
  declarations: Declarations,
  within: readonly string[],
): Shape[] {
  const inside = (each: Shape): Shape[] => below(each, token, declarations, within)
  switch (shape.kind) {
    case 'json':
      return [ANYTHING]
    case 'map':
      return token === '*' ? [] : [shape.values]
    case 'list':
      return token === '*' ? [shape.items] : []
    case 'tuple':
      return token === '*' ? [...shape.items, ...(shape.rest ? [shape.rest] : [])] : []
    case 'record': {
      const field = shape.fields.find(({ name }) => name === token)
      if (field) return [field.shape]
      return shape.rest && token !== '*' ? [shape.rest] : []
    }
    case 'nullable':
      return inside(shape.shape)
    case 'reference': {
      const target = within.includes(shape.name) ? undefined : declarations.get(shape.name)
      return target ? below(target.shape, token, declarations, [...within, shape.name]) : []
    }
    case 'intersection':
      return shape.parts.flatMap(inside)
    case 'union': {
      const keys = isTagged(shape)
        ? [tagKey(shape.tagging), ...shape.cases.map((each) => payloadKey(shape.tagging, each))]
        : []
      if (keys.includes(token)) return [ANYTHING]
      const common = shape.common.filter(({ name }) => name === token).map((each) => each.shape)
      return [...common, ...shape.cases.flatMap(({ payload }) => (payload ? inside(payload) : []))]
    }
    default:
      return []
  }
}
