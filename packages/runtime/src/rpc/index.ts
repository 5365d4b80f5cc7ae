export type { BatchOptions } from './batch.js'
export { type CallsOf, callsOf, eventStream, responseCheck } from './bind.js'
export { classify, type ErrorRow, errorTable, type RpcErrorRule } from './classify.js'
export { createRpcClient, type RpcClient, type RpcClientOptions, type Subscribe } from './client.js'
export { encodeParams, encodeQuery } from './codec.js'
export {
  type Gap,
  GapError,
  isGapError,
  isOverflowError,
  isRpcError,
  OverflowError,
  RpcError,
  type RpcFailure,
} from './errors.js'
export type { Fetch } from './exchange.js'
export { type Fallback, type FallbackOptions, fallback } from './fallback.js'
export { follow } from './follow.js'
export type {
  BufferOptions,
  EventSource,
  Follow,
  FollowPlan,
  HistoryMethods,
  QueryInput,
  ResumeMode,
  SubscribeOptions,
  Subscription,
} from './follow-types.js'
export { type HttpBatchOptions, type HttpOptions, http } from './http.js'
export type { BytesInput, IntegerInput, RpcMethod, RpcParam } from './method.js'
export {
  type MockAnswers,
  type MockEvent,
  type MockOptions,
  type MockTransport,
  mockTransport,
} from './mock.js'
export {
  type Condition,
  type EventKeys,
  type EventQuery,
  eventQuery,
  formatQuery,
  matchesQuery,
  normaliseQuery,
  parseQuery,
  type QueryMoment,
  type QueryOperands,
  type QueryOperator,
  type QueryValue,
} from './query/index.js'
export type { SocketConstructor, SocketLike } from './socket.js'
export { type MethodRow, methodTable, type ParamKind } from './table.js'
export {
  type CallOptions,
  isStreaming,
  type LiveSubscription,
  type Observer,
  type PassedOptions,
  type RpcRequest,
  type StreamingTransport,
  type SubscribeRequest,
  type Transport,
} from './transport.js'
export { uri } from './uri.js'
export { type ReconnectOptions, type WebSocketOptions, webSocket } from './web-socket.js'
export {
  joinSequence,
  type Paginator,
  paginate,
  type Sequence,
  type Waiter,
  type WaitOptions,
  waitFor,
} from './words.js'
