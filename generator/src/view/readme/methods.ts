import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'

/** A second server for examples that need two. */
export function anotherHost(url: string): string {
  return /^https?:\/\/(?:127\.0\.0\.1|localhost)(?![\w.])/.test(url)
    ? url.replace(/127\.0\.0\.1|localhost/, '127.0.0.2')
    : 'https://backup.example.com'
}

/** The first method that is read-only, has no required input and returns something. */
export function showcaseMethod(operations: readonly Operation[]): Operation {
  const simple = operations.filter(
    (each) => each.safe && each.extensions.events === undefined && !needsArguments(each),
  )
  const telling = simple.filter(({ example }) => Object.keys(Object(example?.response)).length > 1)
  const [operation] = [...telling, ...simple, ...operations]
  if (!operation) throw new TypeError('a guide needs a method')
  return operation
}

/** The method that starts what another one waits for. */
export function startOf(
  operations: readonly Operation[],
  waiting: Operation | undefined,
): Operation | undefined {
  const begins = waiting?.extensions.waiter?.after
  return operations.find(({ id }) => begins !== undefined && id === begins)
}

/** A paginated method, preferably one with input. */
export function pagedOperation(operations: readonly Operation[]): Operation | undefined {
  const paged = operations.filter(({ extensions }) => extensions.paginator)
  return paged.findLast(needsArguments) ?? paged[0]
}

function needsArguments(operation: Operation): boolean {
  const form = inputForm(operation)
  return 'fields' in form && form.required
}
