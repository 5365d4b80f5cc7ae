import type { RuleOf } from '../model/rules/rule.js'
import type { Declaration } from '../model/shapes/shape.js'

export type Declarations = ReadonlyMap<string, Declaration>

/** The types of both documents, by their names. */
export interface Documents {
  readonly before: Declarations
  readonly after: Declarations
  /** New names of types by their old ones. */
  readonly renamed: ReadonlyMap<string, string>
}

/** One of the two documents. */
export type DocumentSide = 'before' | 'after'

/** Finds the rule of a type of one document. */
export function ruleOfSide(documents: Pick<Documents, DocumentSide>, side: DocumentSide): RuleOf {
  return (name) => documents[side].get(name)?.rule
}

/** The name by which the new document has a type of one of the two. */
export function newNameOf({ renamed }: Pick<Documents, 'renamed'>, side: DocumentSide) {
  return (name: string): string => (side === 'before' ? (renamed.get(name) ?? name) : name)
}

/** Old names of types by their new ones. */
export function oldNamesOf({ renamed }: Pick<Documents, 'renamed'>): ReadonlyMap<string, string> {
  return new Map([...renamed].map(([old, now]) => [now, old]))
}
