import type { TaggedDeclaration } from '../../model/exported-names.js'
import { declarationNamed } from '../../model/find.js'
import type { Model } from '../../model/model.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Field, Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../package-view.js'
import { exampleUnion } from './example-union.js'

export interface Showcase {
  readonly operation: Operation
  /** The variable name for the response, or for the interesting part of it. */
  readonly result: string
  /** The array of tagged values in it. */
  readonly list?: string
}

/**
 * The operation whose response has a list of the largest union, otherwise one without required
 * input, otherwise the first that `isCallable`: whose call can be written.
 */
export function showcase(
  view: PackageView,
  isCallable: (operation: Operation) => boolean,
): Showcase {
  const { operations } = view.model
  const union = exampleUnion(view)
  const callable = operations.filter((each) => each.safe && canShow(each) && isCallable(each))
  for (const operation of callable) {
    const list = union && listOf(view, operation, union)
    if (list !== undefined) return { operation, result: `{ ${list} }`, list }
  }
  const [operation = operations.find(isCallable) ?? operations[0]] = callable
  if (!operation) throw new TypeError('a guide needs an operation')
  return { operation, result: 'answer' }
}

/** Whether an example call can be written: no input is required, or the document has an example. */
function canShow(operation: Operation): boolean {
  const { form } = inputForm(operation)
  return form !== 'body' || operation.example?.request !== undefined
}

function listOf(
  view: PackageView,
  { outputs }: Operation,
  union: TaggedDeclaration,
): string | undefined {
  const shape = outputs[0]?.contents[0]?.shape
  return fieldsOf(view, shape).find(
    ({ shape: field }) =>
      field.kind === 'list' && field.items.kind === 'reference' && field.items.name === union.name,
  )?.name
}

function fieldsOf({ model }: PackageView, shape: Shape | undefined): readonly Field[] {
  const known =
    shape?.kind === 'reference' ? declarationNamed(model.declarations, shape.name)?.shape : shape
  return known?.kind === 'record' ? known.fields : []
}

/** The first operation that describes an error body per status. */
export function failingOperation(
  operations: readonly Operation[],
): { readonly name: string; readonly status: string } | undefined {
  for (const { name, failures } of operations) {
    const failure = failures.find(
      ({ status = '', contents }) => /^\d+$/.test(status) && contents[0],
    )
    if (failure?.status) return { name, status: failure.status }
  }
  return undefined
}

/** One of the error reasons, if the document lists them. */
export function firstReason(model: Model): string | undefined {
  const failing = model.operations.flatMap(({ failures }) => failures)
  const names = failing.flatMap(({ contents }) =>
    contents.flatMap(({ shape }) => (shape.kind === 'reference' ? [shape.name] : [])),
  )
  const find = (name: string) => declarationNamed(model.declarations, name)?.shape
  for (const name of names) {
    const body = find(name)
    const details =
      body?.kind === 'record' ? body.fields.find((each) => each.name === 'details') : undefined
    const item = details?.shape.kind === 'list' ? details.shape.items : undefined
    const detail = item?.kind === 'reference' ? find(item.name) : item
    const reason =
      detail?.kind === 'record' ? detail.fields.find((each) => each.name === 'reason') : undefined
    const values = reason?.shape.kind === 'reference' ? find(reason.shape.name) : reason?.shape
    const [first] = values?.kind === 'enumeration' ? values.values : []
    if (typeof first === 'string') return first
  }
  return undefined
}
