import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import type { Source } from '../../model/shapes/shape.js'
import { type Node, sourceKey } from '../../source/node.js'
import { fullName, longName } from './schema-names.js'

/** A schema that gets a declaration: one of the document's components, or the target of a `$ref`. */
export interface Entry {
  readonly name: string
  /** The place of the component with that name, which may refer to another file. */
  readonly source: Source
  /** The schema itself. */
  readonly node: Node
  /** Set for a nested schema, whose parent determines whether it may be null. */
  readonly inline?: true
  /** The name in the document, if a naming rule changed it. */
  readonly own?: string
}

/** All schemas that have a name so far. */
export interface Entries {
  readonly all: readonly Entry[]
  readonly at: (source: Source) => Entry | undefined
  readonly called: (name: string) => Entry | undefined
  /** Gives a name to a schema. Reports a name that another schema has. */
  readonly add: (
    name: string,
    source: Source,
    node: Node,
    kind?: Pick<Entry, 'inline' | 'own'>,
  ) => Entry
  /** Gives a schema at another place the name of a known one. */
  readonly share: (source: Source, entry: Entry) => void
  /**
   * The first of these names that is free, or one made from the place of the schema, with as many
   * segments as needed.
   */
  readonly freeName: (source: Source, ...wanted: readonly string[]) => string
}

export function createEntries(report: Report): Entries {
  const bySource = new Map<string, Entry>()
  const byName = new Map<string, Entry>()
  const all: Entry[] = []

  const add = (
    name: string,
    source: Source,
    node: Node,
    kind: Pick<Entry, 'inline' | 'own'> = {},
  ): Entry => {
    const taken = byName.get(name)
    if (taken && sourceKey(taken.node.source) !== sourceKey(node.source)) {
      report(sameName(name, source, taken.source))
    }
    const entry = { name, source, node, ...kind }
    all.push(entry)
    bySource.set(sourceKey(node.source), entry)
    bySource.set(sourceKey(source), entry)
    if (!taken) byName.set(name, entry)
    return entry
  }

  const freeName = (source: Source, ...wanted: readonly string[]): string => {
    const names = [...wanted, fullName(source), longName(source)]
    const free = names.find((each) => !byName.has(each))
    if (free !== undefined) return free
    const last = names.at(-1) ?? ''
    for (let count = 2; ; count++) if (!byName.has(`${last}_${count}`)) return `${last}_${count}`
  }

  return {
    all,
    at: (source) => bySource.get(sourceKey(source)),
    called: (name) => byName.get(name),
    add,
    share: (source, entry) => bySource.set(sourceKey(source), entry),
    freeName,
  }
}

function sameName(name: string, here: Source, there: Source): Diagnostic {
  return {
    code: 'TW4001',
    severity: 'error',
    message: `this schema and another one are both called ${name} in TypeScript`,
    at: here,
    also: { message: 'the other one is here', at: there },
  }
}

export function sameText(left: Node, right: Node): boolean {
  return JSON.stringify(left.value) === JSON.stringify(right.value)
}
