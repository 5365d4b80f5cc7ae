import type { Step } from './step.js'

export interface DecodeOptions<Mismatch extends 'throw' | 'keep' = 'throw' | 'keep'> {
  /**
   * What happens to text that is not in the format its document states: `throw` a `DecodeError` with
   * its path, or `keep` it as it came.
   *
   * @default 'throw'
   */
  readonly mismatch?: Mismatch
}

/** Turns values as they travel into values to work with, and back. */
export interface Decoder<Wire, Decoded> {
  decode(value: Wire, options?: DecodeOptions<'throw'>): Decoded
  decode(value: Wire, options: DecodeOptions): Kept<Decoded>
  encode(value: Decoded): Wire
}

/** A decoded type in which text may stand for what could not be decoded. */
export type Kept<Value> = Value extends bigint | Uint8Array
  ? Value | string
  : Value extends readonly (infer Item)[]
    ? Kept<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Kept<Value[Key]> }
      : Value

/** What a decoder makes of an answer. */
export type DecodedBy<Which> = Which extends { encode(value: infer Decoded): unknown }
  ? Decoded
  : never

/** The generator's word that a step reads and writes these types; tests of its output hold it to that. */
export function decoder<Wire, Decoded>(step: Step): Decoder<Wire, Decoded> {
  return {
    decode: (value: Wire, options?: DecodeOptions) =>
      step.decode(value, options?.mismatch === 'keep') as Decoded & Kept<Decoded>,
    encode: (value) => step.encode(value) as Wire,
  }
}
