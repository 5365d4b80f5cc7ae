import type { Described } from '../shapes/shape.js'

export interface Server extends Described {
  readonly name?: string
  readonly url: string
  /** The address as written, where it has variables; `url` has their defaults in place. */
  readonly template?: string
  readonly variables?: readonly ServerVariable[]
}

export interface ServerVariable {
  readonly name: string
  readonly default: string
  readonly values: readonly string[]
  readonly doc?: string
}
