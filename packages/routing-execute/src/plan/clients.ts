import type { Plan, Routing } from '../types.js'

/** The client of a plan, which is not part of its JSON. */
const clients = new WeakMap<Plan, Routing>()

export const routingOf = (plan: Plan): Routing | undefined => clients.get(plan)

export function keepRouting(plan: Plan, routing: Routing): void {
  clients.set(plan, routing)
}
