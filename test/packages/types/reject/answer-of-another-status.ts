// TS2367: This comparison appears to be unintentional because the types '200' and '201' have no overlap
import { createRoutingClient } from '@tagwire/routing'

export async function isNew(): Promise<boolean> {
  const { status } = await createRoutingClient().answer.bridges()
  // error below
  return status === 201
}
