import { answerOf, contentKind, isHead } from '../../model/contents.js'
import type { Operation } from '../../model/operation.js'
import type { Shape } from '../../model/shape.js'
import { httpMethods } from '../http/methods.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { docs, inCode } from '../typescript/doc.js'
import { freeName } from '../typescript/imports.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import { typeText } from '../typescript/type-text.js'
import { pureCall } from '../validate/calls.js'
import { eventKey } from '../validate/responses.js'
import { readEvents } from '../words.js'
import { changes, decodedShape } from './decoded-model.js'
import { type StepScope, stepText } from './steps.js'

const RUNTIME = '@tagwire/runtime/decode'

export interface DecoderEntry {
  /** The key in the table. */
  readonly key: string
  /** The type that travels, and the decoded one. */
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
  readonly decoders: readonly NamedDecoder[]
}

interface Responses {
  readonly constants: readonly Statement[]
  readonly entries: readonly NamedDecoder[]
}

/** Decoders of what methods give: answers, and events of subscriptions. */
export function responseDecoders(at: At): Responses {
  const constants: Statement[] = []
  const entries = answersIn(at.wire).flatMap(({ keys, shape, name }) => {
    if (!changes(shape, at.stepScope.decoded)) return []
    const known = at.decoders.find(({ key }) => shape.kind === 'reference' && key === shape.name)
    const made = known ?? inlineDecoder(at, name, shape, constants)
    return keys.map((key) => ({ ...made, key }))
  })
  return { constants, entries }
}

interface AnswerShape {
  readonly keys: readonly string[]
  readonly name: string
  readonly shape: Shape
}

function answersIn(view: PackageView): AnswerShape[] {
  const { document, operations } = view.model
  if (document.language === 'openapi') {
    return httpMethods(operations).flatMap(({ name, operation, stream }) => {
      const shape = stream ? undefined : answerShape(operation)
      const keys = name === operation.name ? [...new Set([name, operation.id])] : [name]
      return shape ? [{ keys, name, shape }] : []
    })
  }
  return operations.flatMap((operation) => {
    const shape = answerShape(operation)
    const events = readEvents(operation.words)
    const { name } = operation
    return [
      ...(shape ? [{ keys: [name], name, shape }] : []),
      ...(events ? [eventShape(view, operation, events.notification)] : []),
    ]
  })
}

function eventShape(view: PackageView, operation: Operation, name: string): AnswerShape {
  const shape: Shape = { kind: 'reference', name }
  return { keys: [eventKey(view, operation)], name: `${operation.name}Event`, shape }
}

/** What a call resolves to, where that is one kind of JSON. */
function answerShape(operation: Operation): Shape | undefined {
  if (isHead(operation)) return undefined
  const { contents } = answerOf(operation)
  const [only, ...more] = contents
  return only && more.length === 0 && contentKind(only) === 'json' ? only.shape : undefined
}

/** An answer without a name of its own. */
function inlineDecoder(at: At, name: string, shape: Shape, constants: Statement[]): NamedDecoder {
  const { scope, stepScope, nameOf } = at
  const { decoded } = stepScope
  const entry: NamedDecoder = {
    key: name,
    name: freeName(`${name}ResponseDecoder`, new Set(at.decoders.map((each) => each.name))),
    wire: typeText(shape, scope.received),
    decoded: typeText(decodedShape(shape, { decoded, nameOf }), scope.received),
    step: stepText(shape, stepScope),
  }
  const decoder = scope.imports.value('decoder', RUNTIME)
  const type = scope.imports.type('Decoder', RUNTIME)
  constants.push(
    exportedConstant({
      name: entry.name,
      docs: docs(`Decodes what \`${inCode(name)}\` resolves to, and encodes it again.`),
      type: `${type}<${entry.wire}, ${entry.decoded}>`,
      value: pureCall(decoder, entry.step),
    }),
  )
  return entry
}
