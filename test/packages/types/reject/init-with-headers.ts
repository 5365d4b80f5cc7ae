// TS2353: 'headers' does not exist in type 'FetchInit'
import { createRoutingClient } from '@tagwire/routing'

const headers = { a: 'b' }
// error below
createRoutingClient().bridges({ init: { headers } })
