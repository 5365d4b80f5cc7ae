import { declarationNamed } from '../find.js'
import type { Model } from '../model.js'
import { escapeToken } from '../pointer.js'
import { behindNames } from '../shapes/behind-names.js'
import type { Shape } from '../shapes/shape.js'
import { jsonShapes, textTypes } from './contents.js'
import type { Content } from './operation.js'

/** The error bodies, the most frequent one first. */
function errorBodies(model: Model): Shape[] {
  const counts = new Map<string, { shape: Shape; count: number }>()
  for (const operation of model.operations) {
    for (const { contents } of operation.failures) {
      const shape = bodyShape(contents)
      if (!shape) continue
      const key = JSON.stringify(shape)
      const seen = counts.get(key)
      counts.set(key, { shape, count: (seen?.count ?? 0) + 1 })
    }
  }
  const frequent = [...counts.values()].sort((left, right) => right.count - left.count)
  return frequent.map(({ shape }) => shape)
}

/** JSON if it may be that, otherwise text, which may have no schema. Bytes without a schema say nothing. */
function bodyShape(contents: readonly Content[]): Shape | undefined {
  const [json] = jsonShapes(contents)
  if (json) return json
  if (textTypes(contents).length > 0) return { kind: 'scalar', type: 'string' }
  return contents.find(({ shape }) => shape.kind !== 'json')?.shape
}

/** The shape of `details[].reason`, if the error body has one. */
function reasonShape(model: Model, body: Shape): Shape | undefined {
  const details = fieldShape(model, body, 'details')
  if (details?.kind !== 'list') return undefined
  const reason = fieldShape(model, details.items, 'reason')
  return reason?.kind === 'reference' || reason?.kind === 'enumeration' ? reason : undefined
}

/** The types of the body and the reason of errors. */
export function errorShapes(model: Model): { readonly body: Shape; readonly reason: Shape } {
  const bodies = errorBodies(model)
  const [usual] = bodies
  const reason = usual && reasonShape(model, usual)
  return { body: anyOf(bodies), reason: reason ?? { kind: 'scalar', type: 'string' } }
}

/** A larger union adds no information; `isErrorOf` distinguishes the errors of one operation by status. */
const MAX_BODIES = 8

function anyOf(bodies: readonly Shape[]): Shape {
  const [first] = bodies
  if (!first || bodies.length > MAX_BODIES) return { kind: 'json' }
  if (bodies.length === 1) return first
  const cases = bodies.map((payload, index) => ({
    source: { file: '', pointer: '' },
    tag: `#${index + 1}`,
    name: `_${index + 1}`,
    payload,
  }))
  return { kind: 'union', tagging: { style: 'none' }, cases, common: [] }
}

function fieldShape(model: Model, shape: Shape, name: string): Shape | undefined {
  const known = resolved(model, shape)
  if (known?.kind !== 'record') return undefined
  const field = known.fields.find((each) => each.name === name)?.shape
  return field?.kind === 'nullable' ? field.shape : field
}

/** Properties that usually contain an error message, and those that contain such properties, best first. */
const TEXTS = [
  /^message$/i,
  /^detail$/i,
  /message|msg/i,
  /descri|detail|explan/i,
  /title|reason|text/i,
]

/** The properties that the runtime searches by default. */
const USUAL =
  /^(?:\/(?:error|errors(?:\/0)?))?\/(?:message|Message|detail|error_description|title|msg|errorMessage|error_message)$/

const DEEPEST = 3

interface MessagePointer {
  readonly pointer: string
  readonly rank: number
}

/** Pointers to the messages of described error bodies in unusual places. */
export function messagePointers(model: Model): string[] {
  const found = errorBodies(model).flatMap((body) => {
    const [best] = messagesIn(model, body, '').sort((left, right) => left.rank - right.rank)
    return best ? [best.pointer] : []
  })
  return [...new Set(found)].filter((pointer) => !USUAL.test(pointer))
}

function messagesIn(model: Model, shape: Shape, pointer: string, depth = 0): MessagePointer[] {
  const known = resolved(model, shape)
  if (known?.kind === 'list' && depth > 0) {
    return messagesIn(model, known.items, `${pointer}/0`, depth + 1)
  }
  if (known?.kind !== 'record' || depth > DEEPEST) return []
  return known.fields.flatMap((field) => {
    const at = `${pointer}/${escapeToken(field.name)}`
    const inner = resolved(model, field.shape)
    const rank = TEXTS.findIndex((name) => name.test(field.name))
    const isText = inner?.kind === 'scalar' && inner.type === 'string' && rank >= 0
    // Outer messages say more about the whole error.
    if (isText) return [{ pointer: at, rank: rank + depth * 0.1 }]
    return messagesIn(model, field.shape, at, depth + 1)
  })
}

function resolved({ declarations }: Model, shape: Shape): Shape {
  return behindNames(shape, (name) => declarationNamed(declarations, name))
}
