// TS2554: Expected 2 arguments, but got 1
import { createRoutingClient } from '@tagwire/routing'

export function tomorrow(): unknown {
  // error below
  return createRoutingClient().http.GET('/v2/info/tomorrow')
}
