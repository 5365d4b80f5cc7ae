import type { Route } from '@tagwire/routing'
import { routeValidator } from '@tagwire/routing/validate'

export {
  type Fee,
  matchOperation,
  type Operation,
  operationKind,
  type Route,
} from '@tagwire/routing'

export function isRoute(value: unknown): value is Route {
  return routeValidator.is(value)
}
