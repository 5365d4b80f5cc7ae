import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import { isTypeIdentifier, typeName } from '../../model/names.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { members, type Node, sourceKey } from '../../source/node.js'
import { hops } from '../../source/references.js'
import { type Entries, type Entry, sameText } from './entries.js'
import { withHashSuffix } from './hash-suffix.js'
import { givenName, respelled, writtenNames } from './schema-names.js'

/**
 * Names the schemas that a document lists. Names in the first container are kept; those in others are changed
 * if they conflict, because several schemas in one file may each have their own copy of a shared definition.
 */
export function addComponents(
  entries: Entries,
  document: Document,
  components: readonly Node[],
  report: Report,
): void {
  const [own] = components
  const written = writtenNames(own)
  for (const container of components) {
    const declared = members(container)
    const sources = new Set(declared.map(([, node]) => sourceKey(node.source)))
    for (const [key, node] of declared) {
      const home = homeOf(document, node, sources, entries)
      const given = givenName(node) ?? givenName(home)
      if (container === own) {
        const name = given ?? componentName(entries, written, key, node, report)
        entries.add(name, node.source, home, ownName(key, node, name))
      } else addCopy(entries, key, node, home, given ?? typeName(key))
    }
  }
}

function addCopy(entries: Entries, key: string, node: Node, home: Node, name: string): void {
  const taken = entries.called(name)
  if (taken && sameText(taken.node, home)) {
    entries.share(home.source, taken)
    return
  }
  const free = taken ? entries.freeName(node.source) : name
  entries.add(free, node.source, home, ownName(key, node, name))
}

/** The name in the document, if a naming rule changed it. */
function ownName(key: string, node: Node, name: string): Pick<Entry, 'own'> {
  const isChanged = givenName(node) === undefined && name === respelled(key, node) && name !== key
  return isChanged ? { own: key } : {}
}

/** A key that is not an identifier gets another name if the document, or an earlier key, has its name. */
function componentName(
  entries: Entries,
  written: ReadonlyMap<string, Source>,
  key: string,
  node: Node,
  report: Report,
): string {
  const name = respelled(key, node) ?? typeName(key)
  const owner = written.get(name) ?? entries.called(name)?.source
  if (name === key || !owner || sourceKey(owner) === sourceKey(node.source)) return name
  // `unit` next to `Unit` needs no other name.
  if (isTypeIdentifier(key) && !entries.called(key)) return key
  const distinct = withHashSuffix(name, key)
  report(movedName({ key, name, distinct }, node.source, owner))
  return distinct
}

/**
 * A component that is only a reference to another file is that file's schema, with the component's name. A
 * reference to another component is an alias: a schema of its own.
 */
function homeOf(
  document: Document,
  node: Node,
  components: ReadonlySet<string>,
  entries: Entries,
): Node {
  let at = node
  for (const next of hops(document, node)) {
    if ('code' in next || components.has(sourceKey(next.source)) || entries.at(next.source)) {
      return at
    }
    at = next
  }
  return at
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
