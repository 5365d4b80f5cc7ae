import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import { isTypeIdentifier, typeName } from '../../model/names.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { members, type Node, sourceKey, textAt } from '../../source/node.js'
import { hops, isPureReference } from '../../source/references.js'
import { withHashSuffix } from './hash-suffix.js'
import { type Hint, nameOf } from './hint.js'
import {
  fullName,
  givenName,
  inlineNames,
  longName,
  respelled,
  shortName,
  writtenNames,
} from './schema-names.js'

/** A schema that gets a declaration: one of the document's components, or the target of a `$ref`. */
export interface Entry {
  readonly name: string
  /** The place of the component that gave the name, which may refer to another file. */
  readonly source: Source
  /** The schema itself. */
  readonly node: Node
  /** A nested schema, whose parent determines whether it may be null. */
  readonly inline?: true
  /** The document's own name, if it was changed by a naming rule. */
  readonly own?: string
}

/** Knows which schemas have names. The name of a schema is chosen when it is first referenced. */
export interface Registry {
  readonly entries: () => readonly Entry[]
  /** The entry of a `$ref`, created if there is none. Reports a reference without a target. */
  readonly entryFor: (ref: Node) => Entry | undefined
  /** The entry of that name. */
  readonly called: (name: string) => Entry | undefined
  /** Names a nested schema. */
  readonly nameInline: (hint: Hint, node: Node) => Entry
  /** Names a root schema. */
  readonly nameRoot: (name: string, node: Node) => Entry
  /** The entry of the schema at a place, if it has one. */
  readonly at: (source: Source) => Entry | undefined
}

export function createRegistry(
  document: Document,
  components: readonly Node[],
  report: Report,
): Registry {
  const byPlace = new Map<string, Entry>()
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
    byPlace.set(sourceKey(node.source), entry)
    byPlace.set(sourceKey(source), entry)
    if (!taken) byName.set(name, entry)
    return entry
  }

  /** A name from the place of a schema, with as many path segments as needed. */
  const freeName = (source: Source, ...wanted: readonly string[]): string => {
    const names = [...wanted, fullName(source), longName(source)]
    const free = names.find((each) => !byName.has(each))
    if (free !== undefined) return free
    const last = names.at(-1) ?? ''
    for (let count = 2; ; count++) if (!byName.has(`${last}_${count}`)) return `${last}_${count}`
  }

  const [own] = components
  const written = writtenNames(own)
  for (const container of components) {
    const declared = members(container)
    const places = new Set(declared.map(([, node]) => sourceKey(node.source)))
    for (const [key, node] of declared) {
      const home = homeOf(node, places, byPlace)
      const name =
        givenName(node) ??
        givenName(home) ??
        (container === own ? componentName(key, node) : typeName(key))
      const taken = byName.get(name)
      if (taken && container !== own && sameText(taken.node, home)) {
        // Several schemas in one file each bring their own copy of what they share.
        byPlace.set(sourceKey(home.source), taken)
      } else {
        const isOurs = givenName(node) === undefined && name === respelled(key, node)
        const kind = isOurs && name !== key ? { own: key } : {}
        add(taken && container !== own ? freeName(node.source) : name, node.source, home, kind)
      }
    }
  }

  /** A key that is not an identifier yields to names in the document, and to earlier ones. */
  function componentName(key: string, node: Node): string {
    const name = respelled(key, node) ?? typeName(key)
    const owner = written.get(name) ?? byName.get(name)?.source
    if (name === key || !owner || sourceKey(owner) === sourceKey(node.source)) return name
    // `unit` beside `Unit` needs no other name.
    if (isTypeIdentifier(key) && !byName.has(key)) return key
    const distinct = withHashSuffix(name, key)
    report(movedName({ key, name, distinct }, node.source, owner))
    return distinct
  }

  /**
   * A component that only refers to another file is that file's schema under the component's name.
   * One that refers to another component is an alias of it, a schema of its own.
   */
  function homeOf(node: Node, components: Set<string>, known: Map<string, Entry>): Node {
    let at = node
    for (const next of hops(document, node)) {
      if ('code' in next) return at
      const key = sourceKey(next.source)
      if (components.has(key) || known.has(key)) return at
      at = next
    }
    return at
  }

  const entryFor = (ref: Node): Entry | undefined => {
    let last = ref
    const goesOn = (node: Node): boolean => node === ref || isPureReference(node)
    for (const next of hops(document, ref, goesOn)) {
      if ('code' in next) {
        report(next)
        return undefined
      }
      const entry = byPlace.get(sourceKey(next.source))
      if (entry) return entry
      if (!isPureReference(next)) return addTarget(next)
      last = next
    }
    report(circular(ref, last))
    return undefined
  }

  const addTarget = (target: Node): Entry => {
    const given = givenName(target)
    const name = given ?? freeName(target.source, shortName(target.source))
    return add(name, target.source, target)
  }

  const nameInline = (hint: Hint, node: Node): Entry => {
    const known = byPlace.get(sourceKey(node.source))
    if (known) return known
    const given = givenName(node)
    if (given !== undefined) return add(given, node.source, node, { inline: true })
    const twin = twinOf(hint, node)
    if (twin) byPlace.set(sourceKey(node.source), twin)
    return twin ?? add(freeInlineName(hint, node), node.source, node, { inline: true })
  }

  /** The entry of an equal schema in another member of the same union, which shares its name. */
  const twinOf = (hint: Hint, node: Node): Entry | undefined =>
    inlineNames(hint)
      .map((name) => byName.get(name))
      .find((each) => each?.inline && isTwin(each.node, node))

  /** A name that depends on the schema and its place, but not on its siblings. */
  const freeInlineName = (hint: Hint, node: Node): string => {
    const names = inlineNames(hint)
    const free = names.find((name) => !byName.has(name))
    const made = withHashSuffix(nameOf(hint), JSON.stringify(node.value))
    return free ?? (byName.has(made) ? freeName(node.source, made) : made)
  }

  const nameRoot = (wanted: string, node: Node): Entry => {
    const name = givenName(node) ?? freeName(node.source, wanted)
    return byPlace.get(sourceKey(node.source)) ?? add(name, node.source, node)
  }

  const at = (source: Source): Entry | undefined => byPlace.get(sourceKey(source))

  const called = (name: string): Entry | undefined => byName.get(name)

  return { entries: () => all, entryFor, called, nameInline, nameRoot, at }
}

function sameText(left: Node, right: Node): boolean {
  return JSON.stringify(left.value) === JSON.stringify(right.value)
}

function isTwin(left: Node, right: Node): boolean {
  return left.source.file === right.source.file && sameText(left, right)
}

/** Whether a schema is a reference to another one, so that as a member of its union it adds nothing. */
export function leadsTo(registry: Registry, schema: Node, target: Node): boolean {
  if (textAt(schema, '$ref') === undefined) return false
  const entry = registry.entryFor(schema)
  return entry !== undefined && sourceKey(entry.node.source) === sourceKey(target.source)
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

function movedName(
  { key, name, distinct }: { key: string; name: string; distinct: string },
  here: Source,
  there: Source,
): Diagnostic {
  return {
    code: 'TW4002',
    severity: 'warning',
    message: `${JSON.stringify(key)} and another schema both become ${name}; this one is called ${distinct}`,
    at: here,
    also: { message: 'the other one is here', at: there },
  }
}

function circular(ref: Node, target: Node): Diagnostic {
  return {
    code: 'TW1005',
    severity: 'error',
    message: 'this $ref is a circle of references without a schema in it',
    at: ref.source,
    also: { message: 'the circle closes here', at: target.source },
  }
}
