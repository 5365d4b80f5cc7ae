import { checkOptions } from '../core/check-options.js'
import type { RpcMethod } from '../rpc/method.js'
import { type MockSamples, type SampleMockOptions, sampleAnswer } from './samples.js'

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
}

/** The results that the mock makes up, for its transport. */
export function sampledResults(
  samples: MockSamples | undefined,
  options: RpcMockOptions,
): (key: string) => { readonly value: unknown } | undefined {
  checkOptions(options, {
    "'error' | 'example'": 'onUnknown',
    number: 'seed',
    'number >= 0': 'items',
  })
  return (key) =>
    options.onUnknown === 'example' ? sampleAnswer(samples, key, options) : undefined
}
