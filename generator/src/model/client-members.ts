import type { Model } from './model.js'

/** Properties of every client; with a method `then`, a client would be treated as a promise. */
export const CLIENTS_OWN = [
  'answer',
  'attempt',
  'http',
  'transport',
  'close',
  'then',
  'constructor',
] as const

/** The members of a client that the document describes, with the name of the operation that each belongs to. */
export function describedMembers({ operations }: Pick<Model, 'operations'>): [string, string][] {
  return operations.flatMap(({ name, extensions: { waiter, paginator, sequence } }) =>
    [name, waiter?.name, waiter?.watch, waiter?.begin?.name, paginator?.name, sequence?.name]
      .flatMap((each) => each ?? [])
      .map((each): [string, string] => [each, name]),
  )
}

/** Everything that a client has besides groups of methods. */
export function clientNamesOf(model: Pick<Model, 'operations'>): string[] {
  const former = model.operations.flatMap(({ aliases = [] }) => aliases)
  return [...CLIENTS_OWN, ...describedMembers(model).map(([name]) => name), ...former]
}
