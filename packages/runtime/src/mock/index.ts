export type { RequestTable, RpcCallFacts } from '../server/facts.js'
export { type MockFailureInit, mockFailure } from './failure.js'
export {
  createHttpMock,
  type HttpMockFacts,
  type HttpMockOptions,
  type MockCall,
  type MockFetch,
  type MockHandler,
  type MockHandlers,
  type MockResult,
  sequence,
} from './http.js'
export { withoutWorld } from './later-world.js'
export type { MockOperation } from './request.js'
export {
  type MethodMocks,
  type RpcMockOptions,
  refusedCalls,
  sampledResults,
} from './rpc.js'
export { type MockSamples, type SampleMockOptions, type SampleOf, sampledBy } from './samples.js'
export type { Rule, World } from './world.js'
