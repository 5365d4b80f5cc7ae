import type { Shape } from '../../model/shape.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { docBlock } from '../typescript/doc.js'
import { typeArguments } from '../typescript/layout.js'
import { shapeLayout } from '../typescript/shape-text.js'
import { LINE_WIDTH } from '../typescript/text.js'

const HTTP = '@tagwire/runtime/http'

/** `isApiError`, typed with the error bodies and the reasons of this service. */
export function guardBlock(view: PackageView, scope: ModuleScope): string {
  const guard = scope.imports.type('ApiErrorGuard', HTTP)
  const isAny = scope.imports.renamed('isApiError', 'isAnyApiError', HTTP)
  const bodies = errorBodies(view)
  const [usual] = bodies
  const reason = (usual && reasonShape(view, usual)) ?? { kind: 'scalar', type: 'string' }
  const parts = [anyOf(bodies), reason].map((shape) => shapeLayout(shape, scope.received))
  const doc = docBlock({
    text: 'Whether an error is an answer of the service, and for that reason if one is given.',
  })
  const type = typeArguments(guard, parts)
  const flat = `export const isApiError: ${type.flat} =`
  if (type.flat === undefined || flat.length > LINE_WIDTH)
    return `${doc}export const isApiError: ${type.broken(0)} = ${isAny}\n`
  const fits = flat.length + 1 + isAny.length <= LINE_WIDTH
  return `${doc}${flat}${fits ? ' ' : '\n  '}${isAny}\n`
}

/** More than that many say no more than nothing; `isErrorOf` tells those of one operation by status. */
const MOST_BODIES = 8

function anyOf(bodies: readonly Shape[]): Shape {
  const [first] = bodies
  if (!first || bodies.length > MOST_BODIES) return { kind: 'json' }
  if (bodies.length === 1) return first
  const cases = bodies.map((payload, index) => ({
    source: { file: '', pointer: '' },
    tag: `#${index + 1}`,
    name: `_${index + 1}`,
    payload,
  }))
  return { kind: 'union', tagging: { style: 'none' }, cases, common: [] }
}

/** The bodies that failures have, the most frequent one first. */
export function errorBodies({ model }: PackageView): Shape[] {
  const counts = new Map<string, { shape: Shape; count: number }>()
  for (const operation of model.operations) {
    for (const { contents } of operation.failures) {
      const [content] = contents
      if (!content) continue
      const key = JSON.stringify(content.shape)
      const seen = counts.get(key)
      counts.set(key, { shape: content.shape, count: (seen?.count ?? 0) + 1 })
    }
  }
  const frequent = [...counts.values()].sort((left, right) => right.count - left.count)
  return frequent.map(({ shape }) => shape)
}

/** The shape of `details[].reason`, where the error body has one. */
function reasonShape(view: PackageView, body: Shape): Shape | undefined {
  const details = fieldShape(view, body, 'details')
  if (details?.kind !== 'list') return undefined
  const reason = fieldShape(view, details.items, 'reason')
  return reason?.kind === 'reference' || reason?.kind === 'enumeration' ? reason : undefined
}

export function fieldShape({ model }: PackageView, shape: Shape, name: string): Shape | undefined {
  const known =
    shape.kind === 'reference'
      ? model.declarations.find((each) => each.name === shape.name)?.shape
      : shape
  if (known?.kind !== 'record') return undefined
  const field = known.fields.find((each) => each.name === name)?.shape
  return field?.kind === 'nullable' ? field.shape : field
}
