import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import { pascalCase } from '../model/names.js'
import { proposedTypeName, type TypeNaming } from '../model/naming.js'
import { parsePointer } from '../model/pointer.js'
import type { Source } from '../model/shapes/shape.js'
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
  const taken = new Map(all.map(({ key, home }) => [textAt(home, GIVEN) ?? key, key] as const))
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
    if (name === undefined) continue
    const holder = taken.get(name)
    if (holder !== undefined) {
      // Of two types with the same name, the second keeps its own. Ready rules are known for that.
      const isSurprise = holder !== key && typeof rule === 'function'
      if (isSurprise) report(takenWarning(key, { name, holder }, source))
      continue
    }
    taken.set(name, key)
    replaced.set(sourceKey(source), { value: { ...value, [GIVEN]: name }, source })
  }
  return replaced.size === 0 ? document : withReplaced(document, replaced)
}

function takenWarning(
  key: string,
  { name, holder }: { readonly name: string; readonly holder: string },
  at: Source,
): Diagnostic {
  return {
    code: 'TW4002',
    severity: 'warning',
    message: `names.type gives ${name} to ${key}, but that is ${holder === name ? 'another schema' : `the name of ${holder}`}; this one keeps its name`,
    at,
    help: 'Return another name for it, or undefined to keep the usual one.',
  }
}

function typeNames(rule: TypeNaming, name: string): unknown[] {
  const found = proposedTypeName(rule, { name })
  return found === undefined ? [] : [found]
}

function keyOf({ source }: Node): string {
  return parsePointer(source.pointer).at(-1) ?? ''
}
