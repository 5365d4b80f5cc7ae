import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Operation } from '@tagwire/routing'
import { operationValidator, validators } from '@tagwire/routing/validate'
import { FormApi } from '@tanstack/form-core'
import { initTRPC } from '@trpc/server'
import { describe, expect, expectTypeOf, test } from 'vitest'

const good = {
  tx_index: 0,
  amount_in: '1',
  amount_out: '2',
  bank_send: { chain_id: 'osmosis-1', denom: 'uosmo' },
}

describe('Standard Schema', () => {
  test('the official types take every validator, strict ones too', async () => {
    const schema: StandardSchemaV1<Operation> = operationValidator
    const strict: StandardSchemaV1<Operation> = operationValidator.strict
    expectTypeOf<
      StandardSchemaV1.InferOutput<typeof operationValidator>
    >().toEqualTypeOf<Operation>()
    expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'tagwire' })
    expect(await strict['~standard'].validate(good)).toEqual({ value: good })
  })

  test('issues have their path piece by piece', async () => {
    const value = { operations: [{ ...good, bank_send: { denom: 1, chain_id: 'a' } }] }
    const result = await validators.MsgsRequest['~standard'].validate(value)
    const paths = result.issues?.map((each) => each.path) ?? []
    expect(paths).toContainEqual(['operations', 0, 'bank_send', 'denom'])
  })

  test.each(Object.entries(validators))(
    '%s answers to anything',
    (_, { '~standard': standard }) => {
      for (const value of [undefined, null, 1, 'a', [], {}, Symbol('a'), () => 1]) {
        const result = standard.validate(value)
        expect('value' in result || result.issues.length > 0).toBe(true)
      }
    },
  )
})

describe('libraries that take validators', () => {
  test('tRPC: the input of a procedure', async () => {
    const { router, procedure, createCallerFactory } = initTRPC.create()
    const app = router({ send: procedure.input(operationValidator).query(({ input }) => input) })
    const call = createCallerFactory(app)({})
    await expect(call.send(good)).resolves.toBe(good)
    const wrong: object = { ...good, amount_in: 5 }
    await expect(Reflect.apply(call.send, undefined, [wrong])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('TanStack Form: the errors of a field', async () => {
    const defaultValues = operation({ ...good, amount_in: 'many' })
    const form = new FormApi({ defaultValues, validators: { onChange: operationValidator.strict } })
    form.mount()
    await form.validate('change')
    expect(form.state.errors.flatMap((each) => Object.keys(each ?? {}))).toEqual(['amount_in'])
  })
})

/** The type of the union, not of the one member that the value happens to be. */
function operation(value: Operation): Operation {
  return value
}
