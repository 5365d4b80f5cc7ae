import type { BlockRead, SubscribedKind, Subscribing } from '../../model/extensions.js'
import { declarationNamed } from '../../model/find.js'
import type { Model } from '../../model/model.js'
import { camelCase, freeName } from '../../model/names.js'
import type { Operation } from '../../model/operations/operation.js'
import { memberShape } from '../../model/shapes/member-shape.js'
import type { Shape } from '../../model/shapes/shape.js'
import { dataOf, Name, type Value } from '../value.js'

/** A method that subscribes, as the document describes it. */
export interface DescribedSubscription {
  readonly operation: Operation
  readonly subscription: Subscribing
}

/** A kind of events of such a method. */
export interface DescribedKind extends DescribedSubscription {
  readonly kind: SubscribedKind
}

function describedSubscriptions({ operations }: Model): DescribedSubscription[] {
  return operations.flatMap((operation) => {
    const { subscription } = operation.extensions
    return subscription ? [{ operation, subscription }] : []
  })
}

export function describedKinds(model: Model): DescribedKind[] {
  return describedSubscriptions(model).flatMap((each) =>
    each.subscription.kinds.map((kind) => ({ ...each, kind })),
  )
}

/** Methods that only subscribing uses. */
export function subscribingMethods(model: Model): ReadonlySet<string> {
  return new Set(
    describedSubscriptions(model).flatMap(({ operation, subscription }) => [
      operation.id,
      subscription.unsubscribe.method,
    ]),
  )
}

/** The name of the validator of a kind, and of a constant for it. */
export function kindStem({ name }: SubscribedKind): string {
  return camelCase(name)
}

/** The key of the validator of a kind, in the table of results. */
export function kindKey(operations: readonly Operation[], kind: SubscribedKind): string {
  return freeName(`${kindStem(kind)}Event`, new Set(operations.map((each) => each.name)))
}

/** The members of an event, if the method that reads blocks has a result with more of them. */
export function eventMembers(
  model: Model,
  { payload, chain }: SubscribedKind,
): string[] | undefined {
  const read = model.operations.find((each) => each.id === chain?.read.method)
  const result = read?.outputs[0]?.contents[0]?.shape
  const own = fieldNames(model, { kind: 'reference', name: payload })
  const found = result && fieldNames(model, result)
  if (!own || !found?.some((name) => !own.includes(name))) return undefined
  return own
}

/** The names of the members that a value has, if it is an object without others. */
function fieldNames(model: Model, shape: Shape): string[] | undefined {
  if (shape.kind === 'nullable') return fieldNames(model, shape.shape)
  if (shape.kind === 'record') return shape.fields.map(({ name }) => name)
  if (shape.kind === 'intersection') {
    const parts = shape.parts.map((part) => fieldNames(model, part))
    return parts.includes(undefined) ? undefined : parts.flatMap((names) => names ?? [])
  }
  if (shape.kind === 'union') {
    const members = shape.cases.map(({ payload }) => payload && fieldNames(model, payload))
    return [...new Set(members.flatMap((names) => names ?? []))]
  }
  if (shape.kind !== 'reference') return undefined
  const target = declarationNamed(model.declarations, shape.name)
  return target && fieldNames(model, target.shape)
}

/** Whether heights are numbers in events, and not texts. */
export function hasNumericHeights(model: Model, { payload, chain }: SubscribedKind): boolean {
  const shape = chain && memberShape(model, { kind: 'reference', name: payload }, chain.height)
  return shape?.kind === 'scalar' && (shape.type === 'number' || shape.type === 'integer')
}

/** The parameters that read a block: `height` and `hash` are those of the block. */
export function readParams(
  model: Model,
  read: BlockRead,
  numeric: boolean,
): { readonly variables: readonly string[]; readonly params: Value } {
  const method = model.operations.find((each) => each.id === read.method)
  const variables = new Set<string>()
  function withVariables(value: unknown, isEncoded: boolean): Value {
    const variable = value === 'height' && !numeric && !isEncoded ? 'hex' : value
    if (value === 'height' || value === 'hash') {
      variables.add(String(variable))
      return new Name(String(variable))
    }
    if (Array.isArray(value)) return value.map((each) => withVariables(each, false))
    if (typeof value !== 'object' || value === null) return dataOf(value)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, withVariables(each, false)]),
    )
  }
  const params = Object.fromEntries(
    Object.entries(read.params).map(([name, value]) => {
      const parameter = method?.input.parameters.find((each) => each.name === name)
      return [name, withVariables(value, parameter?.encoding !== undefined)]
    }),
  )
  return { variables: [...variables].sort(), params }
}
