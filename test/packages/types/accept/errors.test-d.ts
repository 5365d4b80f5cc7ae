import { type ErrorReason, isApiError } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { expectTypeOf } from 'vitest'

// A reason that was asked for is there; without one, there may be none.

declare const error: unknown
declare const wanted: ErrorReason | undefined

if (isApiError(error, 'BAD_PRICE_ERROR'))
  expectTypeOf(error.reason).toEqualTypeOf<'BAD_PRICE_ERROR'>()
if (isApiError(error)) expectTypeOf(error.reason).toEqualTypeOf<ErrorReason | undefined>()
if (isApiError(error, wanted)) expectTypeOf(error.reason).toEqualTypeOf<ErrorReason | undefined>()

// The mock takes all that the global `fetch` takes.

export const everywhere: typeof fetch = mockRouting()
expectTypeOf(mockRouting()).toBeCallableWith(new URL('https://a.example/v2/info/chains'))
