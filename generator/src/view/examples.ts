import type { Model } from '../model/model.js'
import { argumentForm } from '../model/operations/encodings.js'
import { inputForm } from '../model/operations/inputs.js'
import type { Operation, Parameter } from '../model/operations/operation.js'
import type { Case, Field, Shape, Union } from '../model/shapes/shape.js'
import { wireLayout } from '../model/shapes/union.js'
import { dataOf, type Value } from './value.js'

/** Example values for READMEs and pages. */
export interface Examples {
  /** A received value of the shape, with required fields only. */
  readonly exampleValue: (shape: Shape) => Value
  /** The same for one kind of a union. */
  readonly exampleCase: (union: Union, member: Case) => Value
  /**
   * The input of a call: the example of a body in the document, or the required arguments. `undefined` if
   * nothing is required, and for a body without an example.
   */
  readonly exampleInput: (operation: Operation) => Value | undefined
}

/** A type that contains itself is not followed further than this. */
const DEEPEST = 12

export function examplesOf({ declarations }: Pick<Model, 'declarations'>): Examples {
  const shapes = new Map(declarations.map(({ name, shape }) => [name, shape]))
  const received = valuesOf(shapes, 'write')
  const sent = valuesOf(shapes, 'read')
  return {
    exampleValue: (shape) => received.value(shape, 0),
    exampleCase: (union, member) => received.member(union, member, 0),
    exampleInput(operation) {
      const form = inputForm(operation)
      const request = operation.example?.request
      if (form.form === 'body') return request === undefined ? undefined : dataOf(request)
      if (form.form === 'none' || !form.required) return undefined
      const isBytes = ({ encoding }: Parameter): boolean => argumentForm(encoding) === 'bytes'
      const bytes = operation.input.parameters.filter(isBytes).map(({ name }) => name)
      const needed = form.fields.filter((field) => field.required)
      const given = needed.map(({ name, shape }): [string, Value] => [
        name,
        bytes.includes(name) ? '0x…' : sent.value(shape, 0),
      ])
      return Object.fromEntries(given)
    },
  }
}

interface Values {
  readonly value: (shape: Shape, depth: number) => Value
  readonly member: (union: Union, member: Case, depth: number) => Value
}

/** Values without the fields that are only sent in the other direction. */
function valuesOf(shapes: ReadonlyMap<string, Shape>, leavesOut: 'read' | 'write'): Values {
  function value(shape: Shape, depth: number): Value {
    const next = (each: Shape): Value => value(each, depth + 1)
    switch (shape.kind) {
      case 'scalar':
        return scalarValue(shape.type, shape.format)
      case 'literal':
        return shape.value
      case 'enumeration':
        return shape.values[0] ?? null
      case 'nullable':
        return null
      case 'tuple':
        return shape.items.slice(0, shape.required).map(next)
      case 'list':
        return []
      case 'reference': {
        const declared = shapes.get(shape.name)
        return declared && depth < DEEPEST ? next(declared) : {}
      }
      case 'record':
        return required(shape.fields, next)
      case 'union': {
        const [first] = shape.cases
        return first ? member(shape, first, depth) : {}
      }
      default:
        return {}
    }
  }

  function member(union: Union, one: Case, depth: number): Value {
    // An example has its tag, whether or not others may be without it.
    const { impliedBy: _, ...tagged } = one
    const laid = wireLayout(union, tagged)
    const next = (shape: Shape): Value => value(shape, depth + 1)
    switch (laid.kind) {
      case 'unit':
        return laid.value
      case 'plain':
        return next(laid.payload)
      case 'named':
        return Object.assign({}, next(laid.payload), { [laid.tag.name]: next(laid.tag.shape) })
      case 'record':
        return required(laid.fields, next)
    }
  }

  function required(fields: readonly Field[], next: (shape: Shape) => Value): Value {
    const needed = fields.filter((field) => field.required && field.flow !== leavesOut)
    return Object.fromEntries(needed.map((each) => [each.name, next(each.shape)]))
  }

  return { value, member }
}

function scalarValue(type: string, format: string | undefined): Value {
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return 1
  if (format === 'int64' || format === 'uint64' || format === 'integer') return '1'
  return format === 'date-time' ? '2026-01-31T10:00:00Z' : '…'
}
