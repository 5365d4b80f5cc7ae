import { deliveredNames } from '../../model/extensions.js'
import type { Model } from '../../model/model.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import { partsOf } from '../../model/shapes/parts.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'
import type { Flow } from './rules.js'

export const BOTH: Flow = { sent: true, received: true }
export const SENT: Flow = { sent: true, received: false }
export const RECEIVED: Flow = { sent: false, received: true }

/**
 * Which declarations callers send and which they receive, directly or indirectly. A type that no operation
 * uses is exported too, so callers may do both with it.
 */
export function flowsOf(model: Model): (name: string) => Flow {
  const byName = new Map(model.declarations.map((each) => [each.name, each]))
  const sent = reached(byName, model.operations.flatMap(sentShapes), 'read')
  const webhooks = (model.webhooks ?? []).flatMap((each) => each.contents.flatMap(shapesIn))
  const arriving = [...model.operations.flatMap(receivedShapes), ...webhooks]
  const received = reached(byName, arriving, 'write')
  return (name) => {
    const flow = { sent: sent.has(name), received: received.has(name) }
    return flow.sent || flow.received ? flow : BOTH
  }
}

/** The flow of a field is that of its record, except for the direction in which it is omitted. */
export function flowOfField(flow: Flow, side: 'read' | 'write' | undefined): Flow {
  if (side === undefined) return flow
  return side === 'read' ? { ...flow, sent: false } : { ...flow, received: false }
}

export function sentShapes({ input }: Operation): Shape[] {
  const body = input.body?.contents.flatMap(shapesIn) ?? []
  return [...input.parameters.map((each) => each.shape), ...body]
}

export function receivedShapes({
  outputs,
  failures,
  callbacks = [],
  extensions,
}: Operation): Shape[] {
  const contents = [...outputs, ...failures, ...callbacks].flatMap((each) => each.contents)
  const named = deliveredNames(extensions).map((name): Shape => ({ kind: 'reference', name }))
  return [...contents.flatMap(shapesIn), ...named]
}

/** The shapes of a content: the value itself, or the items of a stream. */
export function shapesIn({ shape, stream }: Content): Shape[] {
  if (!stream || stream.form === 'text-events') return [shape]
  if (stream.form === 'json-events') return [shape, ...stream.events.map((each) => each.data)]
  return [shape, stream.item]
}

function reached(
  byName: ReadonlyMap<string, Declaration>,
  roots: readonly Shape[],
  leavesOut: 'read' | 'write',
): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...roots]
  for (let shape = open.pop(); shape; shape = open.pop()) {
    if (shape.kind !== 'reference') {
      open.push(...partsOnSide(shape, leavesOut))
      continue
    }
    const declaration = byName.get(shape.name)
    if (!declaration || found.has(shape.name)) continue
    found.add(shape.name)
    open.push(declaration.shape)
  }
  return found
}

function partsOnSide(shape: Shape, leavesOut: 'read' | 'write'): readonly Shape[] {
  if (shape.kind === 'record') {
    const fields = shape.fields.filter((field) => field.flow !== leavesOut)
    return [...fields.map((field) => field.shape), ...(shape.rest ? [shape.rest] : [])]
  }
  if (shape.kind === 'union') {
    const common = shape.common.filter((field) => field.flow !== leavesOut)
    const payloads = shape.cases.flatMap((each) => (each.payload ? [each.payload] : []))
    return [...payloads, ...common.map((field) => field.shape)]
  }
  return partsOf(shape)
}
