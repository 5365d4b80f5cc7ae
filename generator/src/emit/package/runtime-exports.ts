import { canFail, linkedPages } from '../../model/extensions.js'
import type { Model } from '../../model/model.js'
import { itemsSentBy, streamContent } from '../../model/operations/contents.js'
import { sendsBytes } from '../../view/http/bodies.js'
import { describedKinds } from '../../view/rpc/described-subscriptions.js'
import { isEthereum, takesUris } from '../../view/rpc/transports.js'
import { usesTokens } from '../http/authentication.js'
import { CORE, dialectModule, HTTP, OAUTH, RPC } from '../runtime-entries.js'
import type { ModuleExports } from './index-file.js'

/** The exports of the runtime that users of a client need, re-exported by the package. */
export function runtimeExports(model: Model): ModuleExports[] {
  const waiters = model.operations.flatMap(({ extensions }) => extensions.waiter ?? [])
  const fails = waiters.some(canFail)
  const isHttp = model.document.language === 'openapi'
  const core: ModuleExports = {
    from: CORE,
    types: [
      ...['Mismatch', 'Problem', 'ValidateOptions'],
      ...(isHttp && waiters.length > 0 ? ['WaitEndEvent', 'WaitEvent'] : []),
    ],
    values: [
      // A client of an HTTP service that waits has its own, with the type of `last`.
      ...(isHttp && waiters.length > 0 ? [] : ['isTimeoutError']),
      'isTransportError',
      'isValidationError',
      'TimeoutError',
      'TransportError',
      'ValidationError',
      ...(fails ? [...(isHttp ? [] : ['isWaitFailedError']), 'WaitFailedError'] : []),
    ],
  }
  const hasPages = model.operations.some(({ extensions }) => linkedPages(extensions))
  if (isHttp) {
    const http: ModuleExports = {
      from: HTTP,
      types: [
        ...['Answer', 'Attempt', 'CallOptions', 'RequestEvent', 'ResponseEvent', 'RetryEvent'],
        ...['AttemptContext', 'AttemptRequest', 'CallContext'],
        ...(waiters.length > 0 ? ['WaitOptions', 'WatchOptions'] : []),
        ...(hasPages ? ['Page', 'PageOptions', 'Pages', 'PageState'] : []),
        ...extraTypes(model),
      ],
      values: [
        ...['ApiError', 'answer', 'attempt', 'isErrorOf'],
        ...(hasPages ? ['isPaginationError', 'PaginationError'] : []),
        ...(hasStreams(model) ? ['streamOf'] : []),
        ...['parseExactJson', 'stringifyExactJson'],
      ],
    }
    const oauth: ModuleExports = {
      from: OAUTH,
      types: ['TokenSource'],
      values: ['clientCredentials', 'refreshToken'],
    }
    return [core, http, ...(usesTokens(model) ? [oauth] : [])]
  }
  const streams = model.operations.some((operation) => operation.extensions.events !== undefined)
  const described = model.operations.some(({ extensions }) => extensions.subscription !== undefined)
  const chains = describedKinds(model).some(({ kind }) => kind.chain !== undefined)
  const dialect = dialectModule(model)
  const rpc: ModuleExports = {
    from: dialect ?? RPC,
    types: [
      ...['Attempt', 'AttemptContext', 'AttemptRequest', 'CallContext'],
      'BytesInput',
      'CallOptions',
      'IntegerInput',
      'MessageAnswer',
      'MessageRequest',
      'RequestEvent',
      'ResponseEvent',
      'RetryEvent',
      'StreamingTransport',
      'Transport',
      'TransportHooks',
      ...(streams ? ['SubscribeOptions'] : []),
      ...(streams || described ? ['Subscription'] : []),
      ...(described ? ['DescribedEvent', 'DescribedOptions', 'Missed'] : []),
      ...(chains ? ['BlockCursor', ...(dialect ? [] : ['ChainIdentity'])] : []),
      ...(streams && dialect ? DIALECT_TYPES : []),
      ...(dialect ? ['HasAttributes', 'TxParts'] : []),
      ...(isEthereum(model) ? ['Eip1193Provider'] : []),
    ],
    values: [
      'attempt',
      ...(isEthereum(model) ? ['eip1193'] : []),
      'fallback',
      'http',
      'isRpcError',
      'RpcError',
      ...(takesUris(model) ? ['uri'] : []),
      'webSocket',
      'withHooks',
      ...(dialect ? ['attribute', 'attributeValues', 'splitTx', 'txHash'] : []),
      ...(streams ? ['GapError', 'isGapError'] : []),
      ...(streams || described ? ['isOverflowError', 'OverflowError'] : []),
      ...((streams && dialect) || chains ? ['ChainMismatchError', 'isChainMismatchError'] : []),
    ],
  }
  return [core, rpc]
}

const DIALECT_TYPES = [
  'ChainIdentity',
  'Cursor',
  'EventQuery',
  'HeightEvents',
  'HistoryOptions',
  'HistoryProgress',
  'KnownBlock',
]

function hasStreams({ operations }: Model): boolean {
  return operations.some((each) => streamContent(each) !== undefined)
}

/** Types that only some clients need. */
function extraTypes(model: Model): string[] {
  const { operations, schemes } = model
  const streams = operations.flatMap((each) => streamContent(each)?.stream.form ?? [])
  const events = streams.some((form) => form === 'text-events' || form === 'json-events')
  return [
    ...(operations.some(sendsBytes) ? ['BinaryInput'] : []),
    ...(operations.some(itemsSentBy) ? ['ItemsInput'] : []),
    ...(schemes ? ['CredentialOption'] : []),
    ...(schemes?.some((each) => each.kind === 'basic') ? ['BasicCredential'] : []),
    ...(events ? ['ServerSentEvent'] : []),
    ...(hasStreams(model) ? ['StreamOptions'] : []),
  ]
}

/** Names of the document win; other exports with the same name are left out. */
export function withoutConflicts(
  modules: readonly ModuleExports[],
  own: readonly ModuleExports[],
  never: readonly string[] = [],
): { readonly modules: readonly ModuleExports[]; readonly hidden: readonly string[] } {
  const taken = new Set(own.flatMap(namesOf).filter((name) => !never.includes(name)))
  const left = modules.map(({ from, types, values }) => ({
    from,
    types: types.filter((name) => !taken.has(name)),
    values: values.filter((name) => !taken.has(name)),
  }))
  return { modules: left, hidden: modules.flatMap(namesOf).filter((name) => taken.has(name)) }
}

export function namesOf({ types, values }: ModuleExports): string[] {
  return [...types, ...values]
}
