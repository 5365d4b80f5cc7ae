import type { AtLeastOne } from '@tagwire/runtime/core'
import { expectTypeOf } from 'vitest'

// One of several members is required: which of them are there, and what each may be.

type Open = 'a' | (string & {})
type Body = AtLeastOne<
  'text' | 'open' | 'anything' | 'list',
  { text?: string; open?: Open | null; anything?: unknown; list?: { x: number }[]; limit?: number }
>

export const texts: Body[] = [{ text: '' }, { text: 'a', limit: 1 }, { text: 'a', open: null }]
export const others: Body[] = [{ open: null }, { anything: null }, { list: [{ x: 1 }] }]

expectTypeOf<{ limit: 1 }>().not.toExtend<Body>()
expectTypeOf<{ text: undefined; limit: 1 }>().not.toExtend<Body>()
expectTypeOf<{ text: null }>().not.toExtend<Body>()
expectTypeOf<{ list: [{ x: 'a' }] }>().not.toExtend<Body>()

declare const body: Body
expectTypeOf(body.limit).toEqualTypeOf<number | undefined>()
expectTypeOf(body.text).toEqualTypeOf<string | undefined>()

declare const withText: AtLeastOne<'text', { text?: string }>
expectTypeOf(withText.text).toEqualTypeOf<string>()
declare const withOpen: AtLeastOne<'open', { open?: Open | null }>
expectTypeOf(withOpen.open).toExtend<Open | null>()

// @ts-expect-error: no such member
export const tooMuch: Body = { text: 'a', texts: 'b' }
