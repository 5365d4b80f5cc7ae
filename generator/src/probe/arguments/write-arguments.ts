import {
  deepObject,
  deepObjectBrackets,
  deepObjectRepeat,
  form,
  formQuery,
  jsonPair,
  jsonText,
  label,
  matrix,
  pipeDelimited,
  placeStyled,
  type Style,
  simple,
  spaceDelimited,
} from '@tagwire/runtime/http'
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
export const WRITERS: Readonly<Record<Writer, Style>> = {
  deepObject,
  deepObjectBrackets,
  deepObjectRepeat,
  form,
  formQuery,
  jsonPair,
  jsonText,
  label,
  matrix,
  pipeDelimited,
  simple,
  spaceDelimited,
}

/**
 * Serializes arguments as a generated client does, with the same functions of the runtime. They throw if an
 * argument cannot be sent.
 */
export function writeArguments(
  { name, input }: Operation,
  path: string,
  given: readonly Argument[],
): WrittenArguments {
  const names = argumentNames(input)
  const nameOf = (parameter: Parameter): string => names.get(parameter) ?? parameter.name
  const parameters = given.map(({ parameter }) => {
    const { write, ...sent } = sentParameter(parameter)
    return { name: nameOf(parameter), wire: parameter.name, ...sent, write: WRITERS[write] }
  })
  const values = given.map(({ parameter, value }) => [nameOf(parameter), value] as const)
  const { target, headers } = placeStyled({ name, path, parameters }, Object.fromEntries(values))
  return { path: target, headers: headers ?? {} }
}
