import { freeName } from '../../model/names.js'
import { type StreamContent, streamContent, streamsOnly } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'

/** A method of the client: an operation, or the stream variant of one. */
export interface HttpMethod {
  readonly name: string
  readonly operation: Operation
  readonly stream?: StreamContent
}

/** An operation that responds with either a value or a stream becomes two methods: `chat`, `chatStream`. */
export function httpMethods(operations: readonly Operation[]): HttpMethod[] {
  const taken = new Set(operations.map((each) => each.name))
  return operations.flatMap((operation): HttpMethod[] => {
    const { name } = operation
    const stream = streamContent(operation)
    if (!stream) return [{ name, operation }]
    if (streamsOnly(operation)) return [{ name, operation, stream }]
    return [
      { name, operation },
      { name: freeName(`${name}Stream`, taken), operation, stream },
    ]
  })
}

/** What methods were called before, by the name of today; that of a stream beside a value ends in `Stream`, too. */
export function formerNames(methods: readonly HttpMethod[]): [former: string, now: HttpMethod][] {
  return methods.flatMap((now) => {
    const { name, operation, stream } = now
    const ending = stream && name !== operation.name ? 'Stream' : ''
    return (operation.aliases ?? []).map((alias): [string, HttpMethod] => [
      `${alias}${ending}`,
      now,
    ])
  })
}
