// TS18048: 'data' is possibly 'undefined'
import { createRoutingClient } from '@tagwire/routing'

export async function bridges(): Promise<number> {
  const { data } = await createRoutingClient().attempt.bridges()
  // error below
  return data.bridges.length
}
