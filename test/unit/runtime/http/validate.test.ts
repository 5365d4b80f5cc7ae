import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  asValidator,
  isValidationError,
  type Mismatch,
  type Problem,
  type ResponseValidators,
} from '../../../../packages/runtime/src/core/index.js'
import { createSampleClient } from './client.fixture.js'
import { failureOf, route } from './server.fixture.js'

const body = { source_asset_denom: 'uatom' }
const problem: Problem = {
  path: 'amount_out',
  message: 'expected string, received number',
  expected: 'string',
  received: 'number',
}

function validators(problems: Problem[], drift: Problem[] = []): ResponseValidators {
  return { route: asValidator({ check: () => problems, drift: () => drift }) }
}

function client(
  validate?: Parameters<typeof createSampleClient>[0] extends infer O
    ? NonNullable<O> extends { validate?: infer V }
      ? V
      : never
    : never,
) {
  return createSampleClient({ fetch: async () => Response.json(route), validate })
}

afterEach(() => vi.restoreAllMocks())

describe('validate', () => {
  it('fails the call with what the validator found', async () => {
    const error = await failureOf(client(validators([problem])).route(body))
    if (!isValidationError(error)) throw error
    expect(error).toMatchObject({ operation: 'route', problems: [problem], value: route })
    expect(error.message).toContain('amount_out: expected string, received number')
  })

  it('returns a valid value unchanged, and ignores drift', async () => {
    expect(await client(validators([], [problem])).route(body)).toEqual(route)
  })

  it('prints one line with `warn`', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const validate = { validators: validators([problem]), onMismatch: 'warn' } as const
    expect(await client(validate).route(body)).toEqual(route)
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('prints one line with `warn`, also for drift only', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const onMismatch = 'warn'
    const drifting = { validators: validators([], [problem, problem]), onMismatch } as const
    expect(await client(drifting).route(body)).toEqual(route)
    const line = 'route: not known here: amount_out: expected string, received number (and 1 more)'
    expect(warn.mock.calls).toEqual([[line]])
    await client({ validators: validators([]), onMismatch }).route(body)
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('passes problems and drift to a function, whose error ends the call', async () => {
    const seen: Mismatch[] = []
    const own = new Error('mine')
    const onMismatch = (mismatch: Mismatch): void => {
      seen.push(mismatch)
      if (seen.length === 2) throw own
    }
    const sample = client({ validators: validators([], [problem]), onMismatch })
    expect(await sample.route(body)).toEqual(route)
    expect(await failureOf(sample.route(body))).toBe(own)
    expect(seen[0]).toMatchObject({ operation: 'route', problems: [], drift: [problem] })
  })

  it('of a call replaces that of the client; operations without a validator pass', async () => {
    const sample = client(validators([problem]))
    expect(await sample.route(body, { validate: false })).toEqual(route)
    expect(await sample.submit({ tx: 'a' })).toEqual(route)
  })

  it('says what a validator needs that is written by hand', async () => {
    const byHand = { check: () => [problem], drift: () => [] }
    // @ts-expect-error: '~asValidator' is missing.
    const sample = client({ route: byHand })
    expect(String(await failureOf(sample.route(body)))).toBe(
      'TypeError: validate.route needs asValidator()',
    )
    // @ts-expect-error: '~asValidator' is missing.
    const asking = client({ requests: { route: byHand } })
    expect(await failureOf(asking.route(body))).toBeInstanceOf(TypeError)
    expect(
      isValidationError(await failureOf(client({ route: asValidator(byHand) }).route(body))),
    ).toBe(true)
  })

  it('knows an operation called validators from the option of that name', async () => {
    const odd = {
      ...validators([problem]),
      validators: asValidator({ check: () => [], drift: () => [] }),
    }
    expect(isValidationError(await failureOf(client(odd).route(body)))).toBe(true)
  })
})
