import { asTagged, unionNames } from '../../model/exported-names.js'
import type { Events } from '../../model/extensions.js'
import { declarationNamed } from '../../model/find.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { escapeToken } from '../../model/pointer.js'
import { memberShape } from '../../model/shapes/member-shape.js'
import { subscribingMethods } from './described-subscriptions.js'

/** The method that subscribes, and how the document describes its events. */
export interface Subscription {
  readonly operation: Operation
  readonly events: Events
}

export function subscription({ operations }: Model): Subscription | undefined {
  const operation = operations.find((each) => each.extensions.events)
  const events = operation?.extensions.events
  return operation && events ? { operation, events: events } : undefined
}

/** Methods that callers use directly; subscriptions are async iterators instead. */
export function plainMethods(model: Model): Operation[] {
  return callable(model).filter((each) => !isOnlyLive(each))
}

/** Methods that need a persistent connection. */
export function liveMethods(model: Model): Operation[] {
  return callable(model).filter(isOnlyLive)
}

function callable(model: Model): Operation[] {
  const subscribing = subscription(model)?.operation
  const described = subscribingMethods(model)
  return model.operations.filter((each) => each !== subscribing && !described.has(each.id))
}

function isOnlyLive({ extensions: { transports } }: Operation): boolean {
  return transports?.every((each) => each === 'websocket') ?? false
}

/** The type of the variant that carries the payload of an event kind, in the union at `data`. */
export function eventVariant(
  model: Model,
  { notification, data }: Events,
  tag: string,
): string | undefined {
  const message = { kind: 'reference', name: notification } as const
  const field = memberShape(model, message, `/${escapeToken(data)}`)
  const name = field?.kind === 'reference' ? field.name : undefined
  const target = declarationNamed(model.declarations, name)
  const tagged = target && asTagged(target)
  const member = tagged?.shape.cases.find((each) => each.tag === tag)
  return tagged && member && unionNames(tagged).of(member).type
}

/** How the runtime resumes event kinds by default. */
const DEFAULT_RESUME = 'reconnect'

/** How to resume after a gap, for the event kinds that differ from the default. */
export function statedResumption({ kinds }: Events): { readonly [kind: string]: string } {
  const stated = kinds.filter(({ resume }) => resume !== DEFAULT_RESUME)
  return Object.fromEntries(stated.map(({ name, resume }) => [name, resume]))
}
