import type { Schema, Version } from './random-schemas.js'

export interface Row {
  readonly word: string
  readonly only?: Version
  readonly schema: Schema | (() => Schema)
  readonly values: readonly unknown[]
  /** Further schemas, by what follows the name of the family. */
  readonly others?: Readonly<Record<string, unknown>>
  readonly isExact?: false
}

/** Stands for the name of the family in references. */
export const SELF = '@'
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${SELF}${name}` })
// A property called `then` would make an object a promise.
export const conditions = (then: Schema): Schema => Object.fromEntries([['then', then]])
export const object = (properties: Schema, more: Schema = {}): Schema => {
  return { type: 'object', properties, ...more }
}
export const text = { type: 'string' }
export const whole = { type: 'integer' }
