import { freeName, pascalCase } from '../../model/names.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Stream } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { formerNames, httpMethods } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import { describedKinds } from '../../view/rpc/described-subscriptions.js'
import type { ModuleScope } from '../module-scope.js'
import { DECODE } from '../runtime-entries.js'
import { itemType, outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { typeText } from '../typescript/type-text.js'
import { memberText, objectText, pureCall } from '../typescript/value-text.js'
import { answersIn, severalShapes } from './answer-shapes.js'
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

interface At {
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
  readonly rows: readonly Row[]
}

/** Decoders for the results of methods: responses, and events of subscriptions. */
export function responseDecoders(at: At): Responses {
  const taken = new Set([...at.decoders.values()].map((each) => each.name))
  const constants: Statement[] = []
  const declare = (entry: NamedDecoder): void => {
    constants.push(declared(at, entry))
    taken.add(entry.name)
  }
  const decoderOf = (name: string, shape: Shape): NamedDecoder | undefined => {
    if (!changes(shape, at.stepScope.decoding)) return undefined
    const known = shape.kind === 'reference' ? at.decoders.get(shape.name) : undefined
    if (known) return known
    const made = inlineDecoder(at, { name, shape, taken })
    declare(made)
    return made
  }
  const decoder = (): string => at.scope.imports.type('Decoder', DECODE)
  const typeOf = ({ wire, decoded }: NamedDecoder): string => `${decoder()}<${wire}, ${decoded}>`
  const rows = answersIn(at.wire).flatMap(({ keys, shape, name }) => {
    const made = decoderOf(name, shape)
    return made ? keys.map((key) => ({ key, type: typeOf(made), value: made.name })) : []
  })
  const streams = httpMethods(at.wire.model.operations).flatMap(({ name, stream }) => {
    if (!stream) return []
    const made = streamDecoder(at, { name, stream: stream.stream, taken })
    if (made) declare(made)
    return made ? [{ key: name, type: typeOf(made), value: made.name }] : []
  })
  const events = eventRow(at)
  const several = severalRows(at, decoderOf, typeOf)
  const now = [...rows, ...several, ...streams]
  return { constants, rows: [...now, ...formerRows(at, now), ...(events ? [events] : [])] }
}

/** The rows of methods again, under the names that the methods had before. */
function formerRows({ wire }: At, rows: readonly Row[]): Row[] {
  return formerNames(httpMethods(wire.model.operations)).flatMap(([key, { name }]) =>
    rows.filter((row) => row.key === name).map((row) => ({ ...row, key })),
  )
}

/** The decoders of the events of a client, by kind, as one entry of the table. */
function eventRow({ wire, scope, stepScope, decoders }: At): Row | undefined {
  const rows = describedKinds(wire.model).flatMap(({ kind }): Row[] => {
    const known = decoders.get(kind.payload)
    const shape = { kind: 'reference', name: kind.payload } as const
    if (!known || !changes(shape, stepScope.decoding)) return []
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

/** Operations whose successes have several types, of which decoding changes one. */
function severalRows(
  at: At,
  decoderOf: (name: string, shape: Shape) => NamedDecoder | undefined,
  typeOf: (made: NamedDecoder) => string,
): Row[] {
  const { imports } = at.scope
  return at.wire.model.operations.flatMap((operation) => {
    const { name, id } = operation
    const made = severalShapes(operation).map(({ status, shape }) => ({
      status,
      decoder: shape && decoderOf(`${name}${pascalCase(status)}`, shape),
    }))
    if (!made.some(({ decoder }) => decoder)) return []
    const { type, value } = tableOf(
      made.map(({ status, decoder }) => ({
        key: status,
        type: decoder ? typeOf(decoder) : 'undefined',
        value: decoder?.name ?? 'undefined',
      })),
    )
    const { decoding } = at.stepScope
    const whole = outputType(at.scope, operation, (shape) =>
      typeText(decodedShape(shape, { decoding, nameOf: at.nameOf }), at.scope.received),
    )
    const isBare = inputForm(operation).form === 'none'
    const row = {
      type: `${imports.type('StatusDecoders', DECODE)}<${whole}, ${type}>`,
      value: pureCall(imports.value('byStatus', DECODE), value, ...(isBare ? ['true'] : [])),
    }
    return [...new Set([name, id])].map((key) => ({ key, ...row }))
  })
}

interface Inline {
  readonly name: string
  readonly shape: Shape
  /** The names of other decoders. */
  readonly taken: ReadonlySet<string>
}

/** A response without a named type. */
function inlineDecoder(
  { scope, stepScope, nameOf }: At,
  { name, shape, taken }: Inline,
): NamedDecoder {
  const { decoding } = stepScope
  return {
    key: name,
    name: freeName(`${name}ResponseDecoder`, taken),
    wire: typeText(shape, scope.received),
    decoded: typeText(decodedShape(shape, { decoding, nameOf }), scope.received),
    step: stepText(shape, stepScope),
  }
}

interface Streamed {
  readonly name: string
  readonly stream: Stream
  readonly taken: ReadonlySet<string>
}

/** The items of a stream: values, or events with such data. */
function streamDecoder(
  { scope, stepScope, nameOf }: At,
  { name, stream, taken }: Streamed,
): NamedDecoder | undefined {
  const { decoding } = stepScope
  if (stream.form === 'text-events') return undefined
  const parts =
    stream.form === 'json-events'
      ? stream.events.map(({ event = '', data }) => ({ event, data }))
      : [{ event: '', data: stream.item }]
  const changed = parts.filter(({ data }) => changes(data, decoding))
  if (changed.length === 0) return undefined
  const steps = changed.map(({ event, data }) => memberText(event, stepText(data, stepScope)))
  return {
    key: name,
    name: freeName(`${name}ItemDecoder`, taken),
    wire: itemType(scope, { stream }),
    decoded: itemType(scope, { stream }, (shape) =>
      typeText(decodedShape(shape, { decoding, nameOf }), scope.received),
    ),
    step:
      stream.form === 'json-events'
        ? pureCall(scope.imports.value('events', DECODE), objectText(steps))
        : changed.map(({ data }) => stepText(data, stepScope)).join(),
  }
}

function declared({ scope }: At, { key, name, wire, decoded, step }: NamedDecoder): Statement {
  const decoder = scope.imports.value('decoder', DECODE)
  const type = scope.imports.type('Decoder', DECODE)
  return exportedConstant({
    name,
    docs: docs(`Decodes the result of \`${inCode(key)}\`, and encodes it again.`),
    type: `${type}<${wire}, ${decoded}>`,
    value: pureCall(decoder, step),
  })
}
