import { ImportedName, type MadeValue, type Name } from '../value.js'

/** Members of a descriptor; undefined ones are left out. */
export type DescriptorMembers = Record<string, MadeValue | undefined>

/** A function of the runtime's HTTP module. */
export function runtime(name: string): Name {
  return new ImportedName(name, '@tagwire/runtime/http')
}
