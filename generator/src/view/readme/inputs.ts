import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { dataOf, type Value } from '../value.js'

/** The input of an example: the document's own, or the required fields. */
export function shownInput(operation: Operation): Value | undefined {
  const { form } = inputForm(operation)
  const isBody = form === 'body' && operation.example !== undefined
  return isBody ? dataOf(operation.example?.request) : placeholder(operation)
}

/** The required fields with empty values; `undefined` where nothing is required. */
export function placeholder(operation: Operation): Value | undefined {
  const form = inputForm(operation)
  if (form.form === 'none' || form.form === 'body') return undefined
  const needed = form.fields.filter((field) => field.required)
  if (needed.length === 0) return undefined
  const encodings = new Map(operation.input.parameters.map((each) => [each.name, each.encoding]))
  return Object.fromEntries(
    needed.map(({ name, shape }) => [name, placeholderOf(shape, encodings.get(name)?.jsonrpc)]),
  )
}

function placeholderOf(shape: Shape, encoding: string | undefined): string | number | boolean {
  if (encoding === 'base64' || encoding === 'hex') return '0x…'
  if (shape.kind !== 'scalar') return '…'
  if (shape.type === 'boolean') return true
  return shape.type === 'integer' || shape.type === 'number' ? 1 : '…'
}
