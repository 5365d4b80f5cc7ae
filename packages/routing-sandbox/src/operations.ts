import { createRoutingClient, isApiError, requestRules } from '@tagwire/routing'
import type { ServerOperations } from '@tagwire/routing/server'
import type { MockFetch } from '@tagwire/runtime/mock'
import { HttpProblem } from '@tagwire/runtime/server'

/** The header of a response that says where it comes from. */
export const SOURCE = 'x-tagwire-mock'

/** What the sandbox refuses and the world may take. */
export const OWN = 'sandbox'

/** A handler for each operation, which asks the world. */
export function worldOperations(fetch: MockFetch): ServerOperations {
  const world = createRoutingClient({ fetch, retry: false }).answer
  return {
    chains: ({ query }, { request }) =>
      answered(world.chains(query, call('chains', query, request))),
    balances: ({ body }, { request }) =>
      answered(world.balances(body, call('balances', body, request))),
    bridges: (_, { request }) => answered(world.bridges(call('bridges', {}, request))),
    venues: ({ query }, { request }) =>
      answered(world.venues(query, call('venues', query, request))),
    assets: ({ query }, { request }) =>
      answered(world.assets(query, call('assets', query, request))),
    assetsFromSource: ({ body }, { request }) =>
      answered(world.assetsFromSource(body, call('assetsFromSource', body, request))),
    route: ({ body }, { request }) => answered(world.route(body, call('route', body, request))),
    msgs: ({ body }, { request }) => answered(world.msgs(body, call('msgs', body, request))),
    msgsDirect: ({ body }, { request }) =>
      answered(world.msgsDirect(body, call('msgsDirect', body, request))),
    assetRecommendations: ({ body }, { request }) =>
      answered(world.assetRecommendations(body, call('assetRecommendations', body, request))),
    submit: ({ body }, { request }) => answered(world.submit(body, call('submit', body, request))),
    track: ({ body }, { request }) => answered(world.track(body, call('track', body, request))),
    status: ({ query }, { request }) =>
      answered(world.status(query, call('status', query, request))),
    ibcOriginAssets: ({ body }, { request }) =>
      answered(world.ibcOriginAssets(body, call('ibcOriginAssets', body, request))),
    assetsBetweenChains: ({ body }, { request }) =>
      answered(world.assetsBetweenChains(body, call('assetsBetweenChains', body, request))),
  }
}

/** Options of a call to the world: what the caller wants to happen. */
function call(name: string, input: object, request: Request): { headers: Record<string, string> } {
  const empty = neededBy(name).find((member) => Reflect.get(input, member) === '')
  if (empty !== undefined) {
    const message = 'expected a value, received nothing'
    const problems = [{ in: 'body', path: empty, message } as const]
    throw new HttpProblem(400, '', { problems, headers: { [SOURCE]: OWN } })
  }
  const outcome = request.headers.get(OUTCOME)
  return { headers: outcome === null ? {} : { [OUTCOME]: outcome } }
}

const OUTCOME = 'x-tagwire-outcome'

/** The members without which the service does nothing; for it, an empty text is none. */
function neededBy(name: string): readonly string[] {
  const rules = Object.entries(requestRules).find(([operation]) => operation === name)?.[1] ?? []
  return rules.flatMap((rule) => ('needs' in rule && rule.at === '' ? rule.needs : []))
}

interface Answered<Data> {
  readonly status: 200
  readonly body: Data
  readonly headers: Record<string, string>
}

/** What the world answered; its refusals have statuses that the document lacks, and bodies of the service. */
async function answered<Data>(
  asked: Promise<{ readonly status: 200; readonly data: Data; readonly response: Response }>,
): Promise<Answered<Data>> {
  try {
    const { status, data, response } = await asked
    return { status, body: data, headers: sourceOf(response.headers) }
  } catch (error) {
    if (!isApiError(error)) throw error
    const { status, message, body, headers } = error
    throw new HttpProblem(status, message, { body, headers: sourceOf(headers) })
  }
}

function sourceOf(headers: Headers): Record<string, string> {
  return { [SOURCE]: headers.get(SOURCE) ?? '' }
}
