export { cacheScope, callerKey, pageAddress, serverUrl, urlOf, withScope } from './addresses.js'
export type { AtLeastOne } from './at-least-one.js'
export { bodyText, parseJson } from './body.js'
export {
  backoffMs,
  type Retry,
  type RetryOptions,
  resolveRetry,
  retryAfterMs,
} from './calls/backoff.js'
export { callHook, type WaitEndEvent, type WaitEvent, type WaitHooks } from './calls/call-hook.js'
export { callOptionForms, checkMiddleware, type FetchInit } from './calls/call-options.js'
export { type Attempt, attempted } from './calls/data-or-error.js'
export {
  type AttemptEvent,
  type AttemptHooks,
  type MessageEvent,
  messageHooksOf,
  type OutcomeOf,
  type RetryEvent,
} from './calls/hooks.js'
export {
  type AttemptContext,
  type AttemptRequest,
  type CallContext,
  type MessageAnswer,
  type MessageRequest,
  type Middleware,
  type OperationInfo,
  sendThrough,
  through,
} from './calls/middleware.js'
export { busy, isTransient, retrying } from './calls/retrying.js'
export {
  checkOptions,
  type HeadersOption,
  headerPairs,
  type OptionForms,
} from './check-options.js'
export {
  type AbortListener,
  type Ender,
  type Ending,
  type InTime,
  idleTimer,
  inTime,
  longestTimerMs,
  type OwnSignal,
  ownSignal,
  race,
  type Stop,
  sleep,
} from './deadline.js'
export { decoded, type ResponseDecoders } from './decoding.js'
export {
  type ErrorInit,
  isErrorNamed,
  isTimeoutError,
  isTransportError,
  isValidationError,
  isWaitFailedError,
  type Problem,
  TagwireError,
  TimeoutError,
  type TimeoutErrorInit,
  TransportError,
  type TransportErrorInit,
  type TransportFault,
  ValidationError,
  type ValidationErrorInit,
  WaitFailedError,
  type WaitFailedErrorInit,
} from './errors.js'
export type { GeneratedCode } from './generated-code.js'
export { memberAt, valueAt } from './member.js'
export type { PollCall } from './poll.js'
export {
  createRedactor,
  type Redact,
  secretsInAddress,
  secretsInHeaders,
} from './redact.js'
export { asValidator } from './report.js'
export type {
  BlockCursor,
  BufferOptions,
  DescribedEvent,
  DescribedOptions,
  DescribedSubscribe,
  KindTypes,
  Missed,
  Subscription,
} from './subscriptions.js'
export { neverLeft } from './unsent.js'
export {
  type Mismatch,
  type Reporting,
  type RequestValidator,
  type RequestValidators,
  type ResponseValidator,
  type ResponseValidators,
  type Validate,
  type ValidateOptions,
  validatorIn,
} from './validation.js'
export {
  type EndsAt,
  endsAt,
  type Until,
  type WaitEnd,
  type WaitOutcome,
  waitEndOf,
} from './wait-outcome.js'
export {
  type Beginning,
  createWaiter,
  type Interval,
  type Waiter,
  type WaiterSpec,
  type WaitOptions,
  type WatchOptions,
} from './waiter.js'
