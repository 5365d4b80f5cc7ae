import { operations, requestRules } from '@tagwire/routing'
import { mockFailure } from '@tagwire/routing/mock'
import {
  assetRecommendationsRequestValidator,
  assetsBetweenChainsRequestValidator,
  assetsFromSourceRequestValidator,
  balancesRequestValidator,
  ibcOriginAssetsRequestValidator,
  msgsDirectRequestValidator,
  msgsRequestValidator,
  routeRequestValidator,
  submitTxRequestValidator,
  trackTxRequestValidator,
} from '@tagwire/routing/validate'

/** Validators of bodies. The mock does not check them, because its callers have types. */
const bodies = {
  balances: balancesRequestValidator,
  assetsFromSource: assetsFromSourceRequestValidator,
  route: routeRequestValidator,
  msgs: msgsRequestValidator,
  msgsDirect: msgsDirectRequestValidator,
  assetRecommendations: assetRecommendationsRequestValidator,
  ibcOriginAssets: ibcOriginAssetsRequestValidator,
  assetsBetweenChains: assetsBetweenChainsRequestValidator,
  submit: submitTxRequestValidator,
  track: trackTxRequestValidator,
} as const

/** The response to a request whose body the service would not take; `undefined` if the mock may see it. */
export async function refusalOf(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const names = Object.keys(bodies) as (keyof typeof bodies)[]
  const name = names.find((each) => pathname.endsWith(operations[each].path))
  if (!name || request.method !== operations[name].method) return undefined
  const body = jsonOf(await request.text())
  // The mock refuses a body that is not JSON, in the words of the service.
  if (body === undefined) return undefined
  const [problem] = bodies[name].strict.check(body)
  const needed = requestRules[name].flatMap((rule) =>
    'needs' in rule && rule.at === '' ? rule.needs : [],
  )
  const empty = needed.find((member) => Object(body)[member] === '')
  if (!problem && empty === undefined) return undefined
  const { path, message } = problem ?? {
    path: empty,
    message: 'expected a value, received nothing',
  }
  const refusal = mockFailure({ status: 400, message: path ? `${path}: ${message}` : message })
  refusal.headers.set('x-tagwire-mock', 'rules')
  return refusal
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
