import type { Shape } from '../../model/shape.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { docs } from '../typescript/doc.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import { typeText } from '../typescript/type-text.js'

const HTTP = '@tagwire/runtime/http'

/** `isApiError`, typed with the error bodies and the reasons of this service. */
export function guardConstant(view: PackageView, scope: ModuleScope): Statement {
  const guard = scope.imports.type('ApiErrorGuard', HTTP)
  const bodies = errorBodies(view)
  const [usual] = bodies
  const reason = (usual && reasonShape(view, usual)) ?? { kind: 'scalar', type: 'string' }
  const types = [anyOf(bodies), reason].map((shape) => typeText(shape, scope.received))
  return exportedConstant({
    name: 'isApiError',
    docs: docs(
      'Whether an error is an answer of the service, and for that reason if one is given.',
    ),
    type: `${guard}<${types.join(', ')}>`,
    value: scope.imports.renamed('isApiError', 'isAnyApiError', HTTP),
  })
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

export function fieldShape(view: PackageView, shape: Shape, name: string): Shape | undefined {
  const known = resolved(view, shape)
  if (known?.kind !== 'record') return undefined
  const field = known.fields.find((each) => each.name === name)?.shape
  return field?.kind === 'nullable' ? field.shape : field
}

/** Names of members that say for people what went wrong, and what holds such members, best first. */
const TEXTS = [
  /^message$/i,
  /^detail$/i,
  /message|msg/i,
  /descri|detail|explan/i,
  /title|reason|text/i,
]

/** What the runtime knows without being told. */
const USUAL =
  /^(?:\/(?:error|errors(?:\/0)?))?\/(?:message|Message|detail|error_description|title|msg|errorMessage|error_message)$/

const DEEPEST = 3

interface MessagePlace {
  readonly pointer: string
  readonly rank: number
}

/** Pointers to the messages of described error bodies, where nobody would look for them. */
export function messagePlaces(view: PackageView): string[] {
  const found = errorBodies(view).flatMap((body) => {
    const [best] = placesIn(view, body, '').sort((left, right) => left.rank - right.rank)
    return best ? [best.pointer] : []
  })
  return [...new Set(found)].filter((pointer) => !USUAL.test(pointer))
}

function placesIn(view: PackageView, shape: Shape, pointer: string, depth = 0): MessagePlace[] {
  const known = resolved(view, shape)
  if (known?.kind === 'list' && depth > 0) {
    return placesIn(view, known.items, `${pointer}/0`, depth + 1)
  }
  if (known?.kind !== 'record' || depth > DEEPEST) return []
  return known.fields.flatMap((field) => {
    const at = `${pointer}/${field.name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const inner = resolved(view, field.shape)
    const rank = TEXTS.findIndex((name) => name.test(field.name))
    const isText = inner?.kind === 'scalar' && inner.type === 'string' && rank >= 0
    // What stands further out says more about the whole.
    if (isText) return [{ pointer: at, rank: rank + depth * 0.1 }]
    return placesIn(view, field.shape, at, depth + 1)
  })
}

function resolved({ model }: PackageView, shape: Shape): Shape | undefined {
  const bare = shape.kind === 'nullable' ? shape.shape : shape
  if (bare.kind !== 'reference') return bare
  const target = model.declarations.find((each) => each.name === bare.name)?.shape
  return target?.kind === 'nullable' ? target.shape : target
}
