// TS2554: Expected 2 arguments, but got 1
import { createRoutingHttp } from '@tagwire/routing/http'

export function tomorrow(): unknown {
  // error below
  return createRoutingHttp().GET('/v2/info/tomorrow')
}
