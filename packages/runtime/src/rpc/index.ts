export type {
  BlockCursor,
  BufferOptions,
  DescribedEvent,
  DescribedOptions,
  DescribedSubscribe,
  Missed,
  Subscription,
} from '../core/index.js'
export {
  type Attempt,
  type AttemptContext,
  type AttemptRequest,
  type CallContext,
  cacheScope,
  endsAt,
  type MessageAnswer,
  type MessageRequest,
  type Middleware,
  type OperationInfo,
  type RetryEvent,
  withScope,
} from '../core/index.js'
export { createRpcClient, type RpcClient, type RpcClientOptions, type Subscribe } from './client.js'
export { blocksOf, itemsOfBlocks } from './described/block-strategy.js'
export { answeredAgain, type Notified, notifiedBy } from './described/delivery.js'
export { describedStream } from './described/described-stream.js'
export type { BlockRead, KindFacts, KindSource } from './described/described-types.js'
export type { ChainFacts, ItemFacts } from './described/read-blocks.js'
export { byPosition, encodeParams, encodeQuery, hexBytes, hexQuantity } from './encode-params.js'
export { classify, type RpcErrorRule } from './error-reason.js'
export {
  type ChainIdentity,
  ChainMismatchError,
  type Gap,
  GapError,
  isChainMismatchError,
  isGapError,
  isOverflowError,
  isRpcError,
  OverflowError,
  RpcError,
  type RpcFailure,
} from './errors.js'
export type { Fallback, FallbackOptions } from './fallback/fallback.js'
export {
  attempt,
  attemptsOf,
  type CallsOf,
  callsOf,
  type DescribedError,
  eventStream,
  type RpcAttempts,
  responseCheck,
} from './generated-client.js'
export type { BatchOptions } from './http/batch.js'
export type { Fetch } from './http/exchange.js'
export { type HttpBatchOptions, type HttpOptions, http } from './http/http.js'
export { notifies } from './http/notifies.js'
export { uri } from './http/uri.js'
export type {
  BytesInput,
  IntegerInput,
  ParamKind,
  ParamWriter,
  RpcMethod,
  RpcParam,
} from './method.js'
export type {
  MockAnswers,
  MockEvent,
  MockKindEvent,
  MockOptions,
  MockTransport,
} from './mock-transport.js'
export {
  firstPage,
  joinSequence,
  type Paginator,
  pageAfter,
  pageParams,
  paginate,
  type Sequence,
  type Waiter,
  type WaitOptions,
  waitFor,
} from './paginate-and-wait.js'
export { type Eip1193Options, type Eip1193Provider, eip1193 } from './plain/eip1193.js'
export { fallback, mockTransport, webSocket } from './plain/plain-transports.js'
export type { ReconnectOptions } from './socket/connection-pool.js'
export type { SocketConstructor, SocketLike } from './socket/platform-socket.js'
export type { WebSocketOptions } from './socket/web-socket-transport.js'
export type {
  Cursor,
  EventSource,
  EventStreamPlan,
  HeightEvents,
  KnownBlock,
  QueryInput,
  ResumeMode,
  StreamEvents,
  SubscribeOptions,
  WithCursor,
} from './subscribe/subscription-types.js'
export {
  type CallOptions,
  type Delivery,
  isStreaming,
  type LiveSubscription,
  type Observer,
  type PassedOptions,
  type Receiver,
  type Requests,
  type RpcRequest,
  type SendAll,
  type StreamingTransport,
  type SubscribeRequest,
  sendAttempt,
  type Transport,
} from './transport.js'
export {
  type RequestEvent,
  type ResponseEvent,
  type TransportHooks,
  withHooks,
} from './transport-hooks.js'
