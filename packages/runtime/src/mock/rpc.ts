import type { RpcMethod } from '../rpc/method.js'

/** A function for each method that a test mocks. */
export type MethodMocks<Methods> = {
  readonly [Name in keyof Methods]?: Methods[Name] extends RpcMethod<infer Params, infer Result>
    ? ((params: Params) => Result | Promise<Result>) | undefined
    : never
}
