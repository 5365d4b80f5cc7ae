import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import { pascalCase } from '../model/names.js'
import { proposedTypeName, type TypeNaming } from '../model/naming.js'
import { parsePointer } from '../model/pointer.js'
import type { Document } from '../source/document.js'
import { type Node, sourceKey, textAt } from '../source/node.js'
import { fromRule, once } from './from-rule.js'
import { schemasOf, withReplaced } from './listed-schemas.js'

const GIVEN = 'x-tagwire-name'

/** The document with the names that a rule gives to its schemas, as if they were written in it. */
export function nameTypes(
  document: Document,
  rule: TypeNaming | undefined,
  report: Report,
): Document {
  if (!rule) return document
  const all = schemasOf(document).map(({ at, home }) => ({ key: keyOf(at), home }))
  const taken = new Set(all.map(({ key, home }) => textAt(home, GIVEN) ?? key))
  const replaced = new Map<string, Node>()
  const refuse = once(report)
  for (const { key, home } of all) {
    const { value, source } = home
    if (!isDictionary(value) || textAt(home, GIVEN) !== undefined) continue
    const proposed = fromRule(`names.type, for ${key},`, () => typeNames(rule, key), {
      report: refuse,
      at: source,
    })
    const name = proposed.map(pascalCase)[0]
    // Of two types with the same name, the second keeps its own.
    if (name === undefined || taken.has(name)) continue
    taken.add(name)
    replaced.set(sourceKey(source), { value: { ...value, [GIVEN]: name }, source })
  }
  return replaced.size === 0 ? document : withReplaced(document, replaced)
}

function typeNames(rule: TypeNaming, name: string): unknown[] {
  const found = proposedTypeName(rule, { name })
  return found === undefined ? [] : [found]
}

function keyOf({ source }: Node): string {
  return parsePointer(source.pointer).at(-1) ?? ''
}
