// What a generated client looks like: a descriptor and one line per operation.
import createClient, { type Client } from 'openapi-fetch'
import type { WaiterSpec } from '../../../../packages/runtime/src/core/index.js'
import {
  type ApiErrorGuard,
  beginAndWait,
  type CallOptions,
  connectHttp,
  type HttpClientOptions,
  type HttpOperation,
  type HttpService,
  isApiError as isAnyApiError,
  placeQuery,
  placeSimple,
  type WaitOptions,
  type WatchOptions,
  waiterOf,
} from '../../../../packages/runtime/src/http/index.js'

export interface ErrorBody {
  code?: number
  message?: string
  details?: { reason?: ErrorReason }[]
}
export type ErrorReason = 'BAD_PRICE_ERROR' | 'LOW_INFO_ERROR' | (string & {})
export interface ChainsQuery {
  chain_ids?: string[]
  include_evm?: boolean
}
export interface ChainsResponse {
  chains: { chain_id: string }[]
}
export interface RouteRequest {
  amount_in?: string
  source_asset_denom: string
}
export interface Route {
  amount_out: string
  operations: { [member: string]: unknown }[]
}
export interface StatusQuery {
  tx_hash: string
  chain_id: string
}
export interface Status {
  state?: string
  transfers?: { state: string }[]
}
export interface paths {
  '/v2/info/chains': {
    get: {
      parameters: { query?: ChainsQuery }
      responses: { 200: { content: { 'application/json': ChainsResponse } } }
    }
  }
}

type Failures = { 400: ErrorBody; 500: ErrorBody }

const servers = ['https://api.example.org'] as const

const service: HttpService = {
  server: servers[0],
  keyHeader: 'authorization',
}

export const operations: {
  readonly chains: HttpOperation<ChainsQuery, ChainsResponse>
  readonly route: HttpOperation<RouteRequest, Route, Failures>
  readonly submit: HttpOperation<{ tx: string }, { tx_hash?: string }, Failures>
  readonly track: HttpOperation<StatusQuery, { tx_hash: string }>
  readonly status: HttpOperation<StatusQuery, Status, { 404: ErrorBody; 500: { trace: string } }>
  readonly forget: HttpOperation<{ id: string; 'x-why'?: string; force?: boolean }, undefined>
  readonly rename: HttpOperation<{ id: string; dry?: boolean; body: { name: string } }, Status>
} = {
  chains: {
    name: 'chains',
    method: 'GET',
    path: '/v2/info/chains',
    place: placeQuery,
    idempotent: true,
  },
  route: { name: 'route', method: 'POST', path: '/v2/fungible/route', idempotent: true },
  submit: { name: 'submit', method: 'POST', path: '/v2/tx/submit' },
  track: { name: 'track', method: 'POST', path: '/v2/tx/track', idempotent: true },
  status: {
    name: 'status',
    method: 'GET',
    path: '/v2/tx/status',
    place: placeQuery,
    idempotent: true,
  },
  forget: {
    name: 'forget',
    method: 'DELETE',
    path: '/things/{id}',
    place: placeSimple,
    headers: ['x-why'],
    noContent: true,
  },
  rename: { name: 'rename', method: 'PATCH', path: '/things/{id}', place: placeSimple },
}

const statusWaiter: WaiterSpec = {
  name: 'waitForStatus',
  until: {
    pointer: ['/state', '/transfers/*/state'],
    values: ['STATE_COMPLETED_SUCCESS'],
    failure: ['STATE_COMPLETED_ERROR'],
    givenUp: ['STATE_ABANDONED'],
  },
  tolerate: [404],
  intervalMs: { first: 20, most: 100 },
}

export interface SampleClient {
  /** The plain openapi-fetch client for the same server. */
  readonly http: Client<paths>
  chains(query?: ChainsQuery, options?: CallOptions): Promise<ChainsResponse>
  route(body: RouteRequest, options?: CallOptions): Promise<Route>
  submit(body: { tx: string }, options?: CallOptions): Promise<{ tx_hash?: string }>
  status(query: StatusQuery, options?: CallOptions): Promise<Status>
  waitForStatus(query: StatusQuery, options?: WaitOptions<Status>): Promise<Status>
  trackAndWait(query: StatusQuery, options?: WaitOptions<Status>): Promise<Status>
  watchStatus(query: StatusQuery, options?: WatchOptions): AsyncIterableIterator<Status>
  forget(
    input: { id: string; 'x-why'?: string; force?: boolean },
    options?: CallOptions,
  ): Promise<undefined>
  rename(
    input: { id: string; dry?: boolean; body: { name: string } },
    options?: CallOptions,
  ): Promise<Status>
}

export function createSampleClient(options: HttpClientOptions = {}): SampleClient {
  const api = connectHttp(options, service)
  const waiter = waiterOf(api, operations.status, statusWaiter)
  return {
    http: createClient<paths>(api.settings),
    chains: (query, call) => api.call(operations.chains, query, call),
    route: (body, call) => api.call(operations.route, body, call),
    submit: (body, call) => api.call(operations.submit, body, call),
    status: (query, call) => api.call(operations.status, query, call),
    waitForStatus: waiter.waitFor,
    trackAndWait: beginAndWait(
      api,
      operations.track,
      { ...statusWaiter, name: 'trackAndWait', until: undefined, timeoutMs: 1500 },
      waiter,
    ),
    watchStatus: waiter.watch,
    forget: (input, call) => api.call(operations.forget, input, call),
    rename: (input, call) => api.call(operations.rename, input, call),
  }
}

export const isApiError: ApiErrorGuard<ErrorBody, ErrorReason> = isAnyApiError
