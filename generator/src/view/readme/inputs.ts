import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { dataOf, type Value } from '../value.js'

/** What is given in an example: that of the document, or what has to be given. */
export function shownInput(operation: Operation): Value | undefined {
  const { form } = inputForm(operation)
  const isBody = form === 'body' && operation.example !== undefined
  return isBody ? dataOf(operation.example?.request) : placeholder(operation)
}

/** What has to be given, with nothing in it; `undefined` where nothing has to. */
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
