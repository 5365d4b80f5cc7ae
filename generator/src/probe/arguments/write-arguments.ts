import * as runtime from '@tagwire/runtime/http'
import { argumentNames } from '../../model/operations/arguments.js'
import type { Operation, Parameter } from '../../model/operations/operation.js'
import { sentParameter, type Writer } from '../../view/http/parameters.js'

/** An argument and its parameter. */
export interface Argument {
  readonly parameter: Parameter
  readonly value: unknown
}

/** The path, query and headers made from the arguments of an HTTP call. */
export interface WrittenArguments {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The functions of the runtime, by their names in descriptors. */
export const WRITERS: Readonly<Record<Writer, runtime.Style>> = runtime

/** How a parameter is sent, under its name on the wire. */
export function descriptorOf(parameter: Parameter): runtime.HttpParameter {
  const { write, ...sent } = sentParameter(parameter)
  return { name: parameter.name, ...sent, write: WRITERS[write] }
}

/**
 * Serializes arguments as a generated client does, with the same functions of the runtime. They throw if an
 * argument cannot be sent.
 */
function writeArguments(
  { name, input }: Operation,
  path: string,
  given: readonly Argument[],
): WrittenArguments {
  const names = argumentNames(input)
  const nameOf = (parameter: Parameter): string => names.get(parameter) ?? parameter.name
  const parameters = given.map(({ parameter }) => ({
    ...descriptorOf(parameter),
    name: nameOf(parameter),
    wire: parameter.name,
  }))
  const values = given.map(({ parameter, value }) => [nameOf(parameter), value] as const)
  const { target, headers } = runtime.placeStyled(
    { name, path, parameters },
    Object.fromEntries(values),
  )
  return { path: target, headers: headers ?? {} }
}

/** The same, or why they cannot be sent. */
export function placedArguments(
  operation: Operation,
  path: string,
  given: readonly Argument[],
): WrittenArguments | { readonly fault: string } {
  try {
    const placed = writeArguments(operation, path, given)
    new Headers(placed.headers)
    return placed
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
