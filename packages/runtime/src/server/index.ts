export type { BasicCredential } from '../http/credentials.js'
export { settle } from '../http/reading/other-readings.js'
export { type TextType, Unreadable } from '../http/reading/text-type.js'
export { argumentsReader, type RequestTexts } from './arguments.js'
export {
  type ContentFacts,
  json,
  type OperationFacts,
  type RequestFacts,
  type RequestTable,
  type RpcCallFacts,
  type ServerFacts,
} from './facts.js'
export { formReadings } from './form-readings.js'
export { preferredType } from './media-types.js'
export {
  HttpProblem,
  type HttpProblemInit,
  type ProblemDetails,
  type RefusalForm,
  type RequestProblem,
} from './problems.js'
export type {
  AnyRpcServerOptions,
  RpcContext,
  RpcHandler,
  RpcMethodFacts,
  RpcServerFacts,
  RpcServerSettings,
} from './rpc/calls.js'
export { rpcServerOf } from './rpc/posted.js'
export {
  type AnySocketServerOptions,
  type ServerSocket,
  type SocketServer,
  type SocketServerFacts,
  socketServerOf,
} from './rpc/sockets.js'
export type { RpcSubscription, SubscriptionFacts } from './rpc/subscriptions.js'
export { type AnyServerOptions, serverOf } from './server.js'
export type {
  Bytes,
  CorsOptions,
  ErrorContext,
  Handler,
  HandlerContext,
  HeaderValue,
  Items,
  Limits,
  NoInputs,
  Received,
  RedirectStatus,
  Result,
  ResultHeaders,
  SecurityContext,
  SecurityFunction,
  Server,
  ServerInput,
  ServerSettings,
  StatusIn,
  SuccessStatus,
} from './types.js'
