// TS2739: is missing the following properties from type 'SubmitTxRequest': tx, chain_id
import { createRoutingClient } from '@tagwire/routing'

// error below
export const sent = createRoutingClient().submit({})
