import { freeName, isReserved } from '../model/names.js'
import { useInstead } from './former-names.js'
import { docs } from './typescript/doc.js'
import { constantText, exportedConstant, type Statement } from './typescript/structures.js'
import { type Row, tableOf } from './typescript/table.js'

/**
 * The descriptors of operations or methods. Each is an export of its own, because bundlers leave out exports that
 * nothing imports, but not the members of a table.
 */
export interface Descriptors {
  /** The constant of each: its name, unless that is a word of the language or taken in the module. */
  readonly locals: ReadonlyMap<string, string>
  /** The constants, and a table of all under `table`. */
  readonly statements: (
    descriptors: readonly Row[],
    about: string,
    /** Names that some had before, which are exports, too. */
    former?: readonly (readonly [former: string, name: string])[],
    /** Whether the table has former names: of methods of JSON-RPC, one on the wire is one in the table. */
    listsFormer?: boolean,
  ) => Statement[]
}

/** `taken` are names that the module imports, and `own` those that it exports besides. */
export function descriptorsOf(
  table: string,
  names: readonly string[],
  taken: Iterable<string>,
  own: readonly string[],
): Descriptors {
  const exported = new Set([table, ...own])
  const locals = localNames(names, new Set([...taken, ...exported]))
  const used = new Set([...taken, ...exported, ...locals.values(), ...locals.keys()])
  const renamed = [...locals].filter(([name, local]) => name !== local && !exported.has(name))
  return {
    locals,
    statements: (descriptors, about, former = [], listsFormer = true) => [
      ...descriptors.map(({ key, ...each }) => {
        const name = locals.get(key) ?? key
        return constantText({ ...each, name, isExported: name === key })
      }),
      ...former
        .filter(([earlier]) => !isReserved(earlier) && !used.has(earlier))
        .map(([earlier, now]) => {
          const local = locals.get(now) ?? now
          const type = `typeof ${local}`
          const text = { name: earlier, type, value: local, docs: useInstead(now) }
          return constantText({ ...text, isExported: true })
        }),
      ...(renamed.length > 0
        ? [`export { ${renamed.map(([name, local]) => `${local} as ${name}`).join(', ')} }`]
        : []),
      exportedConstant({
        name: table,
        docs: docs(about),
        ...tableOf(
          [
            ...descriptors.map(({ key }) => [key, key] as const),
            ...(listsFormer ? former : []),
          ].map(([key, name]) => {
            const local = locals.get(name) ?? name
            return { key, type: `typeof ${local}`, value: local }
          }),
        ),
      }),
    ],
  }
}

function localNames(
  names: readonly string[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const all = new Set([...names, ...taken])
  return new Map(
    names.map((name) => {
      if (!isReserved(name) && !taken.has(name)) return [name, name]
      const local = freeName(`${name}_`, all)
      all.add(local)
      return [name, local]
    }),
  )
}
