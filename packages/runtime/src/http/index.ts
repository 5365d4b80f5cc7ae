export { cacheScope, withScope } from '../core/addresses.js'
export type { FetchInit } from '../core/calls/call-options.js'
export type { Attempt } from '../core/calls/data-or-error.js'
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from '../core/calls/hooks.js'
export type {
  AttemptContext,
  AttemptRequest,
  CallContext,
  Middleware,
  OperationInfo,
} from '../core/calls/middleware.js'
export type { HeadersOption } from '../core/check-options.js'
export {
  type Answer,
  type AnswerOf,
  answer,
  type NoHeaders,
  type SuccessStatus,
} from './answers/answer.js'
export { type AttemptOf, attempt } from './answers/data-or-error.js'
export { anyKind, anyKindOrNull, anyName, anyNameOrNull, anyRecord } from './answers/expects.js'
export {
  type HeaderReader,
  headerBoolean,
  headerJson,
  headerList,
  headerNumber,
  headerText,
} from './answers/headers.js'
export type { Answers, Attempts, MethodForms } from './answers/method-forms.js'
export {
  anyBody,
  type BinaryInput,
  binaryBody,
  chosenBody,
  formBody,
  formQuery,
  jsonBody,
  multipartBody,
  textBody,
} from './bodies/bodies.js'
export type { MaySendAs, SendAs, WithBody } from './bodies/content-types.js'
export { parseExactJson, stringifyExactJson } from './bodies/exact-text.js'
export {
  type ItemsInput,
  itemsValidator,
  linesBody,
  sequenceBody,
  withItems,
} from './bodies/items.js'
export {
  type Reader,
  readAsSent,
  readBlob,
  readHeaders,
  readJsonOrNothing,
  readNothing,
  readText,
} from './bodies/readers.js'
export { type HttpStream, type StreamOptions, streamOf } from './bodies/stream.js'
export {
  type ItemReader,
  jsonEventData,
  jsonEvents,
  jsonEventsOf,
  jsonLines,
  jsonParts,
  jsonSequence,
  knownEvents,
  type ServerSentEvent,
  type StreamEnds,
  type StreamPosition,
  textEvents,
} from './bodies/stream-items.js'
export { withStreams } from './bodies/streaming-fetch.js'
export { connectHttp, type HttpApi, type HttpSettings } from './client.js'
export {
  type BasicCredential,
  type CredentialOption,
  type CredentialOptions,
  type SecurityScheme,
  withCredentials,
} from './credentials.js'
export { checkRules, type RequestRule, requestValidator } from './documented-rules.js'
export {
  ApiError,
  type ApiErrorGuard,
  type ApiErrorInit,
  type ErrorDetail,
  isApiError,
  isErrorOf,
} from './errors/api-error.js'
export { messageAt } from './errors/failure.js'
export type { ClientErrorStatus, ServerErrorStatus } from './errors/statuses.js'
export { methodsOf } from './generated-client.js'
export type {
  BodyPart,
  BodyWriter,
  ErrorOf,
  HttpBody,
  HttpOperation,
  HttpParameter,
  InputOf,
  InputWriter,
  OutputOf,
  Placeable,
  RequestParts,
} from './operation.js'
export type {
  CallOptions,
  Fetch,
  HttpClientOptions,
  HttpService,
  RedirectOption,
} from './options.js'
export { type OwnServerOptions, withOwnServers } from './own-servers.js'
export {
  nextAfterLast,
  nextCursor,
  nextLink,
  nextNumber,
  nextOffset,
  nextUrl,
} from './pages/next.js'
export { onePage, type PagePosition, positionAfter } from './pages/one-by-one.js'
export type { PageState } from './pages/page-state.js'
export { type PageOptions, pagesOf } from './pages/pages.js'
export { isPaginationError, PaginationError } from './pages/pagination-error.js'
export type { Page, PageRule, Pages } from './pages/walk.js'
export { deepObject, deepObjectBrackets, deepObjectRepeat } from './places/deep-object.js'
export {
  placeQuery,
  /** @deprecated For code that an earlier version generated. */
  placeQuery as inQuery,
  placeSimple,
  /** @deprecated For code that an earlier version generated. */
  placeSimple as inParts,
} from './places/place-simple.js'
export {
  placeBody,
  /** @deprecated For code that an earlier version generated. */
  placeBody as inBodyOnly,
  placeStyled,
  /** @deprecated For code that an earlier version generated. */
  placeStyled as inPlaces,
} from './places/place-styled.js'
export { placeWith } from './places/place-with-members.js'
export {
  escapeSome,
  form,
  jsonPair,
  jsonText,
  label,
  matrix,
  pipeDelimited,
  type Style,
  simple,
  spaceDelimited,
  type Writing,
} from './places/styles.js'
export { type RequestFrom, requestFrom } from './request-from.js'
export { withResources } from './resources.js'
export { fillServer } from './server-url.js'
export {
  beginAndWait,
  type HttpWaiter,
  type WaitOptions,
  type WatchOptions,
  waiterOf,
} from './waiter.js'
