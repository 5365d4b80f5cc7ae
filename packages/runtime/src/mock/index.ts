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
export type { MockOperation, MockRequests } from './request.js'
export { type MethodMocks, type RpcMockOptions, sampledResults } from './rpc.js'
export type { MockSamples, SampleMockOptions } from './samples.js'
export type { Rule, World } from './world.js'
