import { Name, type Value } from '../value.js'

/** Members of a descriptor; those that are undefined are left out. */
export type Facts = Record<string, Value | undefined>

/** A function of the runtime for HTTP. */
export function runtime(name: string): Name {
  return new Name(name, '@tagwire/runtime/http')
}
