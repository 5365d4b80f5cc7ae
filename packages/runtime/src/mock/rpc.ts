import { checkOptions } from '../core/check-options.js'
import type { Problem } from '../core/errors.js'
import type { RpcMethod } from '../rpc/method.js'
import type { RpcCallFacts } from '../server/facts.js'
import { checkSampleOptions, type SampleMockOptions, type SampleOf } from './samples.js'

/** What is wrong with the parameters of a call: the same that a server refuses. */
export function refusedCalls(
  requests: readonly RpcCallFacts[],
  { onUnknown, checkRequests = onUnknown !== 'example' }: RpcMockOptions,
): (method: string, params: object) => readonly Problem[] {
  if (!checkRequests) return () => []
  const checks = new Map(requests.map(({ name, check }) => [name, check]))
  return (method, params) => {
    const check = checks.get(method)?.strict
    return !check || check.is(params) ? [] : check.check(params)
  }
}

/** A function for each method that a test mocks. */
export type MethodMocks<Methods> = {
  readonly [Name in keyof Methods]?: Methods[Name] extends RpcMethod<infer Params, infer Result>
    ? ((params: Params) => Result | Promise<Result>) | undefined
    : never
}

export interface RpcMockOptions extends SampleMockOptions {
  /**
   * The result of a call without a handler whose method has no example in the document: an error, or plausible data
   * that the document allows. @default 'error'
   */
  readonly onUnknown?: 'error' | 'example' | undefined
  /**
   * Whether calls that the document does not allow are refused, as by a server. Only for packages with the part
   * `validate`. @default true, unless `onUnknown` is `'example'`
   */
  readonly checkRequests?: boolean | undefined
}

/** The results that the mock makes up, for its transport. */
export function sampledResults(
  sample: SampleOf | undefined,
  options: RpcMockOptions,
): (key: string) => { readonly value: unknown } | undefined {
  checkOptions(options, { "'error' | 'example'": 'onUnknown', boolean: 'checkRequests' })
  checkSampleOptions(options)
  return (key) => (options.onUnknown === 'example' ? sample?.(key, options) : undefined)
}
