import { linkedPages } from '../../model/extensions.js'
import { freeName } from '../../model/names.js'
import { answerOf, contentKind, isHead, streamsOnly } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { pageItem } from '../../model/pages/page-fault.js'
import { memberShape } from '../../model/shapes/member-shape.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { describedKinds } from '../../view/rpc/described.js'
import type { ModuleScope } from '../module-scope.js'
import { DECODE } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { typeText } from '../typescript/type-text.js'
import { pureCall } from '../typescript/value-text.js'
import { changes, decodedShape } from './decoded-model.js'
import { type StepScope, stepText } from './steps.js'

export interface DecoderEntry {
  /** The key in the table. */
  readonly key: string
  /** The wire type and the decoded type. */
  readonly wire: string
  readonly decoded: string
  readonly step: string
}

interface NamedDecoder extends DecoderEntry {
  readonly name: string
}

export interface At {
  readonly view: PackageView
  readonly wire: PackageView
  readonly scope: ModuleScope
  readonly stepScope: StepScope
  readonly nameOf: (wire: string) => string
  /** The decoders of types, by name. */
  readonly decoders: ReadonlyMap<string, NamedDecoder>
}

interface Responses {
  readonly constants: readonly Statement[]
  readonly entries: readonly NamedDecoder[]
}

/** Decoders for the results of methods: responses, and events of subscriptions. */
export function responseDecoders(at: At): Responses {
  const taken = new Set([...at.decoders.values()].map((each) => each.name))
  const constants: Statement[] = []
  const entries = answersIn(at.wire).flatMap(({ keys, shape, name }) => {
    if (!changes(shape, at.stepScope.decoding)) return []
    const known = shape.kind === 'reference' ? at.decoders.get(shape.name) : undefined
    const made = known ?? inlineDecoder(at, { name, shape, taken }, constants)
    return keys.map((key) => ({ ...made, key }))
  })
  return { constants, entries }
}

/** The decoders of the events of a client, by kind, as one entry of the table. */
export function eventRow({ wire, scope, stepScope, decoders }: At): Row | undefined {
  const rows = describedKinds(wire.model).flatMap(({ kind }): Row[] => {
    const known = decoders.get(kind.payload)
    if (!known || !changes(reference(kind.payload), stepScope.decoding)) return []
    const type = `${scope.imports.type('Decoder', DECODE)}<${known.wire}, ${known.decoded}>`
    return [{ key: kind.name, type, value: known.name }]
  })
  if (rows.length === 0) return undefined
  const { type, value } = tableOf(rows)
  return {
    key: 'subscribe',
    type: `${scope.imports.type('EventDecoders', DECODE)}<${type}>`,
    value: pureCall(scope.imports.value('eventDecoders', DECODE), value),
  }
}

interface AnswerShape {
  readonly keys: readonly string[]
  readonly name: string
  readonly shape: Shape
}

function answersIn(view: PackageView): AnswerShape[] {
  const { document, operations } = view.model
  const isHttp = document.language === 'openapi'
  return operations.flatMap((operation) => {
    const shape = streamsOnly(operation) ? undefined : answerShape(operation)
    const { name, extensions } = operation
    if (!isHttp) return callShapes(view, operation, shape)
    const { waiter } = extensions
    const waits = waiter ? [waiter.name, waiter.watch ?? [], waiter.begin?.name ?? []].flat() : []
    const pages = linkedPages(extensions)
    const item = pages && pageItem(view.model, operation, pages.items)
    return [
      ...(shape ? [{ keys: [...new Set([name, operation.id, ...waits])], name, shape }] : []),
      ...(pages && item ? [{ keys: [pages.name], name: pages.name, shape: item }] : []),
    ]
  })
}

/**
 * A call, the methods that wait for it or iterate its pages, and the events that it subscribes to.
 */
function callShapes(
  view: PackageView,
  { name, extensions }: Operation,
  shape: Shape | undefined,
): AnswerShape[] {
  const { events, paginator: pages, sequence, waiter } = extensions
  if (events) return [{ keys: [name], name, shape: reference(events.notification) }]
  const items = pages && memberShape(view.model, shape, pages.items)
  return [
    ...(shape ? [{ keys: [name, ...(waiter ? [waiter.name] : [])], name, shape }] : []),
    ...(pages && items?.kind === 'list'
      ? [{ keys: [pages.name], name: pages.name, shape: items.items }]
      : []),
    ...(sequence
      ? [{ keys: [sequence.name], name: sequence.name, shape: reference(sequence.content) }]
      : []),
  ]
}

function reference(name: string): Shape {
  return { kind: 'reference', name }
}

/** The result of a call, if it is a single JSON type. */
export function answerShape(operation: Operation): Shape | undefined {
  if (isHead(operation)) return undefined
  const { contents } = answerOf(operation)
  const [only, ...more] = contents
  return only && more.length === 0 && contentKind(only) === 'json' ? only.shape : undefined
}

interface Inline {
  readonly name: string
  readonly shape: Shape
  /** The names of other decoders. */
  readonly taken: ReadonlySet<string>
}

/** A response without a named type. */
function inlineDecoder(
  at: At,
  { name, shape, taken }: Inline,
  constants: Statement[],
): NamedDecoder {
  const { scope, stepScope, nameOf } = at
  const { decoding } = stepScope
  const entry: NamedDecoder = {
    key: name,
    name: freeName(`${name}ResponseDecoder`, taken),
    wire: typeText(shape, scope.received),
    decoded: typeText(decodedShape(shape, { decoding, nameOf }), scope.received),
    step: stepText(shape, stepScope),
  }
  const decoder = scope.imports.value('decoder', DECODE)
  const type = scope.imports.type('Decoder', DECODE)
  constants.push(
    exportedConstant({
      name: entry.name,
      docs: docs(`Decodes the result of \`${inCode(name)}\`, and encodes it again.`),
      type: `${type}<${entry.wire}, ${entry.decoded}>`,
      value: pureCall(decoder, entry.step),
    }),
  )
  return entry
}
