import type { Operation, Statement } from 'tagwire/emitter'
import { keyText, type QueryForm } from './keys.js'
import { failureOf, type QueryModule } from './module.js'

export interface OptionsParts {
  readonly name: string
  readonly doc: string
  /** Type parameters, which the compiler infers from the client: one that decodes has other data. */
  readonly types: string[]
  readonly client: string
  readonly form: QueryForm
  /** The type of the data, for the key. */
  readonly data: string
  readonly failure?: string
  /** The type of the options, with that of errors. */
  readonly type: (failure: string) => string
  readonly before?: readonly string[]
  readonly members: readonly string[]
}

/** A function that returns options for a call. */
export function optionsFunction(
  at: QueryModule,
  operation: Operation,
  parts: OptionsParts,
): Statement {
  const { module, names, structures } = at
  const { required } = names.operation(operation)
  const { failure = failureOf(at, operation), form, data, before = [] } = parts
  const input = module.inputOf(operation)
  return structures.exportedFunction({
    name: parts.name,
    typeParameters: parts.types,
    docs: structures.docs(parts.doc, structures.seeTag(operation)),
    parameters: [
      { name: 'client', type: parts.client },
      ...(input === undefined ? [] : [{ name: 'input', type: input, hasQuestionToken: !required }]),
    ],
    returnType: parts.type(failure),
    statements: [
      `const queryKey = ${keyText(at, operation, form, data, failure)}`,
      ...before,
      `return ${structures.objectText(['queryKey', ...parts.members])}`,
    ],
  })
}

/** The part of a client that is used: any client, and in a test an object, that has the method. */
export function methodType(
  { module, names, structures }: QueryModule,
  operation: Operation,
  method: string,
  result: string,
  more = '',
): string {
  const { required } = names.operation(operation)
  const input = module.inputOf(operation)
  const given = input === undefined ? '' : `input${required ? '' : '?'}: ${input}, `
  const options = `options?: { readonly signal?: AbortSignal | undefined${more} }`
  return `{ ${structures.propertyKey(method)}(${given}${options}): ${result} }`
}

/** `client.status(input, { signal })` */
export function call(
  { names, structures }: QueryModule,
  operation: Operation,
  method: string,
  options = 'signal',
): string {
  const input = names.operation(operation).input === 'none' ? '' : 'input, '
  return `client${structures.propertyAccess(method)}(${input}{ ${options} })`
}
