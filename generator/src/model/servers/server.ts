import type { Described } from '../shapes/shape.js'

export interface Server extends Described {
  readonly name?: string
  readonly url: string
  /** The address as written, if it has variables; `url` has their defaults. */
  readonly template?: string
  readonly variables?: readonly ServerVariable[]
}

export interface ServerVariable {
  readonly name: string
  readonly default: string
  readonly values: readonly string[]
  readonly doc?: string
}
