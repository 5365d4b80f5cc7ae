import type { FunctionDeclarationStructure } from '#ts-morph'
import { camelCase, pascalCase } from '../../model/names.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { useInstead } from '../former-names.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import type { DecoderEntry } from './responses.js'

export interface NamedEntry extends DecoderEntry {
  readonly name: string
  /** The comment of its member of the table. */
  readonly docs?: string[]
}

/** Former names of decoders and their functions that are still free. */
export function earlierDecoders(
  changed: readonly Declaration[],
  named: readonly NamedEntry[],
  functions: readonly (readonly FunctionDeclarationStructure[])[],
  taken: Set<string>,
): { readonly constants: readonly Statement[]; readonly entries: readonly NamedEntry[] } {
  const constants: Statement[] = []
  const entries = changed.flatMap(({ name: present, aliases = [] }) => {
    const index = named.findIndex(({ key }) => key === present)
    const now = named[index]
    const [decode, encode] = functions[index] ?? []
    return aliases.flatMap((alias): NamedEntry | [] => {
      if (!now) return []
      const names = [
        [`${stem(alias)}Decoder`, now.name],
        [`decode${pascalCase(alias)}`, decode?.name],
        [`encode${pascalCase(alias)}`, encode?.name],
      ] as const
      for (const [name, value] of names) {
        if (value === undefined || taken.has(name)) continue
        taken.add(name)
        const type = `typeof ${value}`
        constants.push(exportedConstant({ name, type, value, docs: useInstead(value) }))
      }
      return { ...now, key: alias, docs: useInstead(present) }
    })
  })
  return { constants, entries }
}

/** The prefixes in the names of a decoder's types and functions. */
export function stem(name: string): string {
  return camelCase(name).replace(/_$/, '')
}
