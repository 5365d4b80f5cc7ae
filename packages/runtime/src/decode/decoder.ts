import type { StatusDecoders } from './by-status.js'
import { DecodeError, type Step } from './step.js'

export interface DecodeOptions<Mismatch extends 'throw' | 'keep' = 'throw' | 'keep'> {
  /**
   * What happens to text that is not in the format the document states: `throw` a `DecodeError` with
   * its path, or `keep` it as received.
   *
   * @default 'throw'
   */
  readonly mismatch?: Mismatch
}

/** Converts between wire values and decoded values. */
export interface Decoder<Wire, Decoded> {
  decode(value: Wire, options?: DecodeOptions<'throw'>): Decoded
  decode(value: Wire, options: DecodeOptions): Kept<Decoded>
  encode(value: Decoded): Wire
}

/** A decoded type that contains text where decoding failed. */
export type Kept<Value> = Value extends bigint | Uint8Array
  ? Value | string
  : Value extends readonly (infer Item)[]
    ? Kept<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Kept<Value[Key]> }
      : Value

/** The decoded type of a decoder. */
export type DecodedBy<Which> =
  Which extends StatusDecoders<infer Whole, infer _Statuses>
    ? Whole
    : Which extends { encode(value: infer Decoded): unknown }
      ? Decoded
      : never

/** Types a step as a decoder. The generator guarantees that the types are right; tests of its output verify it. */
export function decoder<Wire, Decoded>(step: Step): Decoder<Wire, Decoded> {
  return {
    decode: (value: Wire, options?: DecodeOptions) =>
      onStack(value, () => step.decode(value, options?.mismatch === 'keep')) as Decoded &
        Kept<Decoded>,
    encode: (value) => onStack(value, () => step.encode(value)) as Wire,
  }
}

/**
 * A response may be nested more deeply than the stack allows; the error then says that the value is at fault.
 */
function onStack(value: unknown, run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DecodeError('a value nested less deeply', value)
  }
}
