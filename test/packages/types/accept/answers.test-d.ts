import {
  type Answer,
  answer,
  attempt,
  connectRouting,
  createRoutingClient,
  type ErrorModel,
  type Middleware,
  operations,
  type Route,
  type RoutingClient,
} from '@tagwire/routing'
import { responseDecoders } from '@tagwire/routing/decode'
import type { SuccessStatus } from '@tagwire/runtime/http'
import { expectTypeOf } from 'vitest'
import type { AnswersClient } from '../../../golden/answers/expected/src/client.js'
import type { Colour } from '../../../golden/answers/expected/src/enums.js'
import type { Fault, Missing, Problem, Thing } from '../../../golden/answers/expected/src/types.js'
import type { OpenrpcFormsClient } from '../../../golden/openrpc-forms/expected/src/client.js'

declare const routing: RoutingClient
declare const answers: AnswersClient

export async function wholeAnswers(): Promise<void> {
  const route = await routing.answer.route({} as never, { timeoutMs: 1 })
  expectTypeOf(route).toEqualTypeOf<Answer<200, Route>>()
  expectTypeOf(route.response).toEqualTypeOf<Response>()
  const api = connectRouting()
  expectTypeOf(await answer(api, operations.route, {} as never)).toEqualTypeOf<typeof route>()
  expectTypeOf((await answer(api, operations.bridges)).status).toEqualTypeOf<200>()
  await routing.answer.bridges({ timeoutMs: 1 })

  const thing = await answers.answer.putThing()
  expectTypeOf(thing.status).toEqualTypeOf<SuccessStatus>()
  if (thing.status === 201) {
    expectTypeOf(thing.data).toEqualTypeOf<Thing>()
    expectTypeOf(thing.headers.Location).toEqualTypeOf<string>()
    expectTypeOf(thing.headers['X-Left']).toEqualTypeOf<number>()
    expectTypeOf(thing.headers['X-Colour']).toEqualTypeOf<Colour | undefined>()
    expectTypeOf(thing.headers['X-Flags']).toEqualTypeOf<boolean[] | undefined>()
    expectTypeOf(thing.headers['X-More']).toEqualTypeOf<Problem | undefined>()
  } else if (thing.status === 202) expectTypeOf(thing.data).toEqualTypeOf<Missing>()
  else expectTypeOf(thing.data).toEqualTypeOf<undefined>()

  const maybe = await answers.answer.maybe()
  if (maybe.status === 204) expectTypeOf(maybe.data).toEqualTypeOf<undefined>()
  else expectTypeOf(maybe.data).toEqualTypeOf<Thing>()
  expectTypeOf((await answers.answer.head()).data).toEqualTypeOf<Headers>()
}

export async function attempts(): Promise<Route | undefined> {
  const { data, error, described } = await routing.attempt.route({} as never)
  if (error) {
    if (described) {
      expectTypeOf(error.status).toEqualTypeOf<400 | 500>()
      expectTypeOf(error.body).toEqualTypeOf<ErrorModel>()
    } else expectTypeOf(error).toEqualTypeOf<Error>()
    return undefined
  }
  expectTypeOf(data).toEqualTypeOf<Route>()
  const free = await attempt(connectRouting(), operations.route, {} as never)
  expectTypeOf(free.data).toEqualTypeOf<Route | undefined>()
  // Nothing is described for it.
  expectTypeOf((await routing.attempt.chains()).described).toEqualTypeOf<false | undefined>()
  const ranges = await answers.attempt.ranges()
  if (ranges.described && ranges.error.status === 404) {
    expectTypeOf(ranges.error.body).toEqualTypeOf<Missing>()
  }
  const words = await answers.attempt.words()
  if (words.described) {
    const { error } = words
    if (error.status === 404 || error.status === 409 || error.status === 502)
      expectTypeOf(error.body).toEqualTypeOf<string>()
    else if (error.status === 422) expectTypeOf(error.body).toEqualTypeOf<Problem | string>()
    else if (error.status === 400) expectTypeOf(error.body).toEqualTypeOf<Fault>()
  }
  return data
}

export async function decodedForms(): Promise<void> {
  const client = createRoutingClient({ decode: responseDecoders })
  const plain = await client.msgsDirect({} as never)
  const whole = await client.answer.msgsDirect({} as never)
  expectTypeOf(whole.data).toEqualTypeOf<typeof plain>()
  const tried = await client.attempt.msgsDirect({} as never)
  if (tried.data) expectTypeOf(tried.data).toEqualTypeOf<typeof plain>()
}

export const middleware: Middleware[] = [
  {
    name: 'log',
    async call({ operation, input, signal }, next) {
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
      void input
      const result = await next()
      if (operation.id === 'submit') {
        expectTypeOf(operation.path).toEqualTypeOf<'/v2/tx/submit'>()
        expectTypeOf(operation.method).toEqualTypeOf<'POST'>()
      }
      return operation.tags.includes('Info') ? result : result
    },
    async attempt(request, next, { attempt, operation }) {
      expectTypeOf(operation.method).toEqualTypeOf<'GET' | 'POST'>()
      request.headers.set('x-attempt', String(attempt))
      return next({ ...request, url: `${request.url}?a` })
    },
  },
]
createRoutingClient({ middleware, init: { cache: 'no-store' }, idempotencyKey: true })
void routing.waitForStatus({ tx_hash: '', chain_id: '' }, { baseUrl: '', init: {} })

export async function attemptsOfMethods(client: OpenrpcFormsClient): Promise<void> {
  const { error, described } = await client.attempt.filecoinChainGetBlock({ height: 1 } as never)
  if (described) expectTypeOf(error.code).toEqualTypeOf<404 | -1>()
}
