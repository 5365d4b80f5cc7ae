import type { Evidence } from '@tagwire/node-rpc'
import { validators as node } from '@tagwire/node-rpc/validate'
import type { Operation, Route } from '@tagwire/routing'
import { operationValidator, responseValidators, validators } from '@tagwire/routing/validate'
import { expectTypeOf } from 'vitest'

// However you access a validator, it narrows without an annotation.

export function byName(value: unknown): Operation {
  operationValidator.assert(value)
  expectTypeOf(value).toEqualTypeOf<Operation>()
  return value
}

export function byTable(value: unknown): Route {
  validators.Route.assert(value)
  expectTypeOf(value).toEqualTypeOf<Route>()
  return value
}

export function strictly(value: unknown): Evidence {
  node.Evidence.strict.assert(value)
  expectTypeOf(value).toEqualTypeOf<Evidence>()
  return value
}

export function byOperation(value: unknown): Route {
  responseValidators.route.assert(value, { formats: false })
  return value
}

export function asQuestion(value: unknown): string {
  if (!operationValidator.is(value)) return 'no operation'
  expectTypeOf(value).toEqualTypeOf<Operation>()
  return value.amount_in
}

export function among(values: readonly unknown[]): Operation[] {
  return values.filter((value) => operationValidator.is(value))
}
