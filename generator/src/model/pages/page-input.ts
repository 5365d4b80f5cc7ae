import { argumentNames } from '../operations/arguments.js'
import { inputForm } from '../operations/inputs.js'
import type { Operation } from '../operations/operation.js'
import { parsePointer } from '../pointer.js'

/** What takes the place of a page: a member of the input, from the outermost, or a header. */
export type Into = { readonly path: readonly string[] } | { readonly header: string }

/** `undefined` if the operation has nothing of that name. */
export function intoOf(operation: Operation, into: string): Into | undefined {
  const { input } = operation
  const header = /^header:(.+)$/is.exec(into)?.[1]
  const body = /^body:(\/.*)$/s.exec(into)?.[1]
  if (body !== undefined) {
    if (!input.body) return undefined
    const { form } = inputForm(operation)
    return { path: [...(form === 'body' ? [] : ['body']), ...parsePointer(body)] }
  }
  const named = input.parameters.find(({ name, place }) =>
    header === undefined
      ? name === into
      : place === 'header' && name.toLowerCase() === header.toLowerCase(),
  )
  if (named) return { path: [argumentNames(input).get(named) ?? named.name] }
  return header === undefined ? undefined : { header }
}
