export {
  ApiError,
  type ApiErrorGuard,
  type ApiErrorInit,
  type ErrorDetail,
  isApiError,
  isErrorOf,
} from './api-error.js'
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
} from './bodies.js'
export { connectHttp, type HttpApi, type HttpSettings } from './client.js'
export type { MaySendAs, SendAs, WithBody } from './content-types.js'
export {
  type BasicCredential,
  type CredentialOption,
  type CredentialOptions,
  type SecurityScheme,
  withCredentials,
} from './credentials.js'
export { deepObject, deepObjectBrackets, deepObjectRepeat } from './deep-object.js'
export { messageAt } from './failure.js'
export { grpcCodeNames } from './grpc-codes.js'
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.js'
export { inBodyOnly, inPlaces } from './in-places.js'
export { methodsOf } from './methods.js'
export type {
  BodyPart,
  BodyWriter,
  ErrorOf,
  HttpBody,
  HttpOperation,
  HttpParameter,
  InputOf,
  OutputOf,
  Place,
  Placeable,
  Placed,
} from './operation.js'
export type {
  CallOptions,
  Fetch,
  HeadersOption,
  HttpClientOptions,
  HttpService,
  RedirectOption,
} from './options.js'
export { type OwnServerOptions, withOwnServers } from './own-servers.js'
export { inParts, inQuery } from './place.js'
export { placeWith } from './place-with.js'
export {
  type Reader,
  readAsSent,
  readBlob,
  readHeaders,
  readJsonOrNothing,
  readNothing,
  readText,
} from './readers.js'
export { type RequestFrom, requestFrom } from './request-from.js'
export { checkRules, type RequestRule, requestValidator } from './request-rules.js'
export { fillServer } from './server-url.js'
export type { ClientErrorStatus, ServerErrorStatus } from './statuses.js'
export { type HttpStream, type StreamOptions, streamOf } from './stream.js'
export {
  type ItemReader,
  jsonEventData,
  jsonEvents,
  jsonEventsOf,
  jsonLines,
  jsonSequence,
  type ServerSentEvent,
  textEvents,
} from './stream-items.js'
export { withStreams } from './streaming-fetch.js'
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
} from './styles.js'
export { beginAndWait, waiterOf } from './waiter.js'
