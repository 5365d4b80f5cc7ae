import { brand, type TagwireError } from '../errors.js'

/** The outcome of a call that does not throw: `described` tells whether the document describes the error. */
export type Attempt<Data, Failure> =
  | { readonly data: Data; readonly error?: undefined; readonly described?: undefined }
  | ([Failure] extends [never]
      ? never
      : { readonly data?: undefined; readonly error: Failure; readonly described: true })
  | { readonly data?: undefined; readonly error: Error; readonly described: false }

/**
 * The outcome of `work`. What is no outcome is still thrown: a `TypeError`, the abort of the caller, errors of other
 * code.
 */
export async function attempted<Data, Failure>(
  work: Promise<Data>,
  isDescribed: (error: TagwireError) => boolean,
  signal: AbortSignal | undefined,
): Promise<Attempt<Data, Failure>>
export async function attempted<Data>(
  work: Promise<Data>,
  isDescribed: (error: TagwireError) => boolean,
  signal: AbortSignal | undefined,
): Promise<object> {
  try {
    return { data: await work }
  } catch (error) {
    if (!isOurs(error) || (signal?.aborted && error === signal.reason)) throw error
    return { error, described: isDescribed(error) }
  }
}

/** Errors of this package, or of another copy of it. */
function isOurs(error: unknown): error is TagwireError {
  return brand in Object(error)
}
