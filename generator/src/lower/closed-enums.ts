import { reached } from '../model/collections/reached.js'
import type { EnumOpenness } from '../model/enum-openness.js'
import { deliveredNames } from '../model/extensions.js'
import type { Model } from '../model/model.js'
import { shapesIn } from '../model/operations/contents.js'
import type {
  Content,
  Incoming,
  Operation,
  ResponseHeader,
  Stream,
} from '../model/operations/operation.js'
import { mapRules } from '../model/rules/map-rules.js'
import type { Rule } from '../model/rules/rule.js'
import { mapParts, partsOf } from '../model/shapes/parts.js'
import type { Declaration, Shape } from '../model/shapes/shape.js'

/**
 * Closes enums that only requests contain. A response can contain future values, which callers may send back;
 * but a value that only callers send, and that the document does not list, is a mistake.
 */
export function closeEnums(model: Model, openness: EnumOpenness = 'answers'): Model {
  if (openness === 'open') return model
  const all = openness === 'closed'
  const byName = new Map(model.declarations.map((each) => [each.name, each.shape]))
  const sent = namesBelow(byName, model.operations.flatMap(sentShapes), 'read')
  const received = namesBelow(byName, receivedShapes(model, byName), 'write')
  const closes = ({ name }: Declaration): boolean => all || (sent.has(name) && !received.has(name))
  return {
    ...model,
    declarations: model.declarations.map((each) => closeDeclaration(each, closes(each))),
    operations: model.operations.map((each) => closeOperation(each, all)),
    ...(all && model.webhooks ? { webhooks: model.webhooks.map(closeIncoming) } : {}),
  }
}

function sentShapes({ input }: Operation): Shape[] {
  return [
    ...input.parameters.map((each) => each.shape),
    ...(input.body?.contents ?? []).flatMap(shapesIn),
  ]
}

function receivedShapes(
  { operations, webhooks = [] }: Model,
  byName: ReadonlyMap<string, Shape>,
): Shape[] {
  const incoming = [...webhooks, ...operations.flatMap((each) => each.callbacks ?? [])]
  const answers = operations.flatMap(({ outputs, failures }) => [...outputs, ...failures])
  const contents = [...answers, ...incoming].flatMap((each) => each.contents)
  const named = operations
    .flatMap(({ extensions }) => deliveredNames(extensions))
    .filter((it) => byName.has(it))
  const headers = answers.flatMap((each) => each.headers ?? [])
  return [
    ...contents.flatMap(shapesIn),
    ...headers.flatMap(({ shape }) => shape ?? []),
    ...named.map((name): Shape => ({ kind: 'reference', name })),
  ]
}

/** The names of the declarations that values contain which are sent, or which are received. */
function namesBelow(
  byName: ReadonlyMap<string, Shape>,
  shapes: readonly Shape[],
  other: 'read' | 'write',
): ReadonlySet<string> {
  const inside = (shape: Shape): readonly (Shape | undefined)[] =>
    shape.kind === 'reference' ? [byName.get(shape.name)] : partsOf(withoutFlow(shape, other))
  const found = [...reached(shapes, inside)]
  return new Set(found.flatMap((each) => (each.kind === 'reference' ? each.name : [])))
}

function withoutFlow(shape: Shape, flow: 'read' | 'write'): Shape {
  return shape.kind === 'record'
    ? { ...shape, fields: shape.fields.filter((field) => field.flow !== flow) }
    : shape
}

function closeDeclaration(declaration: Declaration, closes: boolean): Declaration {
  if (!closes && !hasSentOnly(declaration.shape)) return declaration
  return {
    ...declaration,
    shape: closeShape(declaration.shape, closes),
    rule: closeRule(declaration.rule, closes),
  }
}

/** Write-only properties are part of a type that is used for both sent and received values. */
function hasSentOnly(shape: Shape): boolean {
  const isSentOnly = shape.kind === 'record' && shape.fields.some((field) => field.flow === 'write')
  return isSentOnly || partsOf(shape).some(hasSentOnly)
}

function closeShape(shape: Shape, closes: boolean): Shape {
  if (shape.kind === 'enumeration') {
    return closes && shape.open === true ? { ...shape, open: false } : shape
  }
  return mapParts(shape, (each, field) => closeShape(each, closes || field?.flow === 'write'))
}

function closeRule(rule: Rule, closes: boolean): Rule {
  const { open, ...others } = rule
  const kept = closes && open === true ? others : rule
  return mapRules(kept, (each, field) => closeRule(each, closes || field?.flow === 'write'))
}

function closeOperation(operation: Operation, all: boolean): Operation {
  const { input, outputs, failures, callbacks } = operation
  const { body } = input
  const closed = {
    ...operation,
    input: {
      ...input,
      parameters: input.parameters.map((each) => ({
        ...each,
        shape: closeShape(each.shape, true),
      })),
      ...(body ? { body: { ...body, contents: body.contents.map(closeContent) } } : {}),
    },
  }
  if (!all) return closed
  return {
    ...closed,
    outputs: outputs.map((each) => ({
      ...each,
      contents: each.contents.map(closeContent),
      ...(each.headers ? { headers: each.headers.map(closeHeader) } : {}),
    })),
    failures: failures.map((each) => ({ ...each, contents: each.contents.map(closeContent) })),
    ...(callbacks ? { callbacks: callbacks.map(closeIncoming) } : {}),
  }
}

function closeHeader(header: ResponseHeader): ResponseHeader {
  return header.shape ? { ...header, shape: closeShape(header.shape, true) } : header
}

function closeIncoming(incoming: Incoming): Incoming {
  return { ...incoming, contents: incoming.contents.map(closeContent) }
}

function closeContent(content: Content): Content {
  const { shape, rule, stream } = content
  return {
    ...content,
    shape: closeShape(shape, true),
    rule: closeRule(rule, true),
    ...(stream ? { stream: closeStream(stream) } : {}),
  }
}

function closeStream(stream: Stream): Stream {
  if (stream.form === 'text-events') return stream
  if (stream.form !== 'json-events') {
    return { ...stream, item: closeShape(stream.item, true), rule: closeRule(stream.rule, true) }
  }
  const events = stream.events.map((each) => ({
    ...each,
    data: closeShape(each.data, true),
    rule: closeRule(each.rule, true),
  }))
  return { ...stream, events }
}
