import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { type Node, sourceKey, textAt } from '../../source/node.js'
import { hops, isPureReference } from '../../source/references.js'
import { addComponents } from './components.js'
import { createEntries, type Entry, sameText } from './entries.js'
import { withHashSuffix } from './hash-suffix.js'
import { type Hint, nameOf } from './hint.js'
import { givenName, inlineNames, shortName } from './schema-names.js'

/** The names of schemas. The name of a schema is chosen when it is first referenced. */
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
  const entries = createEntries(report)
  const { all, at, called, add, freeName } = entries
  addComponents(entries, document, components, report)

  const entryFor = (ref: Node): Entry | undefined => {
    let last = ref
    const goesOn = (node: Node): boolean => node === ref || isPureReference(node)
    for (const next of hops(document, ref, goesOn)) {
      if ('code' in next) {
        report(next)
        return undefined
      }
      const entry = at(next.source)
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
    const known = at(node.source)
    if (known) return known
    const given = givenName(node)
    if (given !== undefined) return add(given, node.source, node, { inline: true })
    const twin = twinOf(hint, node)
    if (twin) entries.share(node.source, twin)
    return twin ?? add(freeInlineName(hint, node), node.source, node, { inline: true })
  }

  /** The entry of an equal schema in another member of the same union, which shares its name. */
  const twinOf = (hint: Hint, node: Node): Entry | undefined =>
    inlineNames(hint)
      .map(called)
      .find((each) => each?.inline && isTwin(each.node, node))

  /** A name that depends on the schema and its place, but not on its siblings. */
  const freeInlineName = (hint: Hint, node: Node): string => {
    const names = inlineNames(hint)
    const free = names.find((name) => !called(name))
    const made = withHashSuffix(nameOf(hint), JSON.stringify(node.value))
    return free ?? (called(made) ? freeName(node.source, made) : made)
  }

  const nameRoot = (wanted: string, node: Node): Entry => {
    const name = givenName(node) ?? freeName(node.source, wanted)
    return at(node.source) ?? add(name, node.source, node)
  }

  return { entries: () => all, entryFor, called, nameInline, nameRoot, at }
}

function isTwin(left: Node, right: Node): boolean {
  return left.source.file === right.source.file && sameText(left, right)
}

/**
 * Whether a schema only refers to another one, so that it adds nothing as a member of that union.
 */
export function leadsTo(registry: Registry, schema: Node, target: Node): boolean {
  if (textAt(schema, '$ref') === undefined) return false
  const entry = registry.entryFor(schema)
  return entry !== undefined && sourceKey(entry.node.source) === sourceKey(target.source)
}

/** The schema itself, or the one that it refers to, if there is one. */
export function targetOf(
  { registry }: { readonly registry: Registry },
  schema: Node,
): Node | undefined {
  return textAt(schema, '$ref') === undefined ? schema : registry.entryFor(schema)?.node
}

function circular(ref: Node, target: Node): Diagnostic {
  return {
    code: 'TW1005',
    severity: 'error',
    message: 'this $ref is part of a cycle of references without a schema',
    at: ref.source,
    also: { message: 'the cycle closes here', at: target.source },
  }
}
