import type { Rule } from '../model/rules/rule.js'
import type { Shape, Source } from '../model/shapes/shape.js'
import type { Documents } from './documents.js'
import type { Direction, Verdicts } from './schemas/classify.js'
import { type Evidence, judgedClass, notesAt } from './schemas/evidence.js'
import type { Note } from './schemas/notes.js'
import type { ChangeClass, ChangeKind, Flow } from './schemas/rules.js'
import { createRoot, type Root, type SchemaPair } from './schemas/schema-pair.js'

/** One difference for callers, at the part of the document that causes it. */
export interface Change {
  readonly class: ChangeClass
  readonly kind: ChangeKind
  /** `Operation.transfer.amount_in`, `route(amount_in)`, `route → 404`. */
  readonly subject: string
  readonly message: string
  /** The document that contains it: removed parts are in the old one. */
  readonly side: 'old' | 'new'
  readonly at: Source
  /** The type or operation it belongs to. */
  readonly owner: string
  /** Types that are only added or removed because of this change. */
  readonly types: readonly string[]
  /** Other subjects that inherit this part. */
  readonly also: readonly string[]
  /** Who else is affected, in addition to its class. */
  readonly notes: readonly Note[]
  readonly evidence: Evidence
  /** A value that was valid and is refused now, or that is new to readers. */
  readonly counterexample?: unknown
}

/** A change before deduplication, with the shapes whose types may be added or removed by it. */
export interface Finding extends Omit<Change, 'types' | 'also'> {
  /** Where it is in the old and in the new document, by which duplicates are recognised. */
  readonly sources: readonly [before: Source, after: Source]
  /** Shapes that only the old document has here. */
  readonly removed: readonly Shape[]
  /** Shapes that only the new document has here. */
  readonly added: readonly Shape[]
  readonly schemas?: SchemaPair
  /** The object that it is a field of. */
  readonly holder?: SchemaPair
  /** Directions in which values break, or may break. */
  readonly breaks: readonly Direction[]
}

/** The context of a comparison. */
export interface Comparison extends Documents {
  /** Pairs of named types that are being compared, to end recursion. */
  readonly open: ReadonlySet<string>
  readonly report: (finding: Finding) => void
  readonly verdicts: Verdicts
  /** Schemas whose values are compared as a whole, each with its spot. */
  readonly roots: Map<Root, Spot>
  /** Shapes contain fields and unions, which contain shapes: passed here to avoid circular imports. */
  readonly compareShapes: CompareShapes
}

export type CompareShapes = (on: Comparison, before: Shape, after: Shape, spot: Spot) => void

/** One part of both documents: what is compared, and where it is. */
export interface Spot {
  readonly owner: string
  readonly subject: string
  readonly flow: Flow
  readonly before: Source
  readonly after: Source
  /** What rules say of its values. */
  readonly schemas?: SchemaPair | undefined
  /** The object that it is a field of, for whether it has to be there. */
  readonly holder?: SchemaPair | undefined
  /** No validator reads its values, so none refuses old ones. */
  readonly isUnread?: true
}

interface Detail {
  /** The document that the change is in; the new one by default. */
  readonly side?: 'old' | 'new'
  readonly removed?: readonly Shape[]
  readonly added?: readonly Shape[]
  /** Overrides the class from the rules. */
  readonly class?: ChangeClass
  /** Overrides the notes from the rules. */
  readonly notes?: readonly Note[]
  /** What a class that is given is based on. */
  readonly evidence?: Evidence
  readonly counterexample?: unknown
  /** Decided by the rule for its kind, whatever its values say. */
  readonly byRule?: boolean
  /** Directions in which it breaks code, whatever its values say. */
  readonly otherCode?: readonly Direction[]
}

export function report(
  { report: tell, verdicts }: Pick<Comparison, 'report'> & Partial<Pick<Comparison, 'verdicts'>>,
  kind: ChangeKind,
  spot: Spot,
  message: string,
  {
    side = 'new',
    class: given,
    evidence = 'type',
    byRule,
    otherCode,
    removed,
    added,
    notes,
    ...detail
  }: Detail = {},
): void {
  const judges = byRule ? undefined : verdicts
  const judged = given
    ? { class: given, evidence, breaks: [], ...detail }
    : judgedClass(judges, kind, spot, otherCode)
  tell({
    ...judged,
    kind,
    subject: spot.subject,
    message,
    side,
    at: side === 'old' ? spot.before : spot.after,
    sources: [spot.before, spot.after],
    owner: spot.owner,
    removed: removed ?? [],
    added: added ?? [],
    notes: spot.isUnread ? [] : (notes ?? notesAt(judges, kind, spot)),
    ...(spot.schemas ? { schemas: spot.schemas } : {}),
    ...(spot.holder ? { holder: spot.holder } : {}),
  })
}

/** The spot with the rules of its values, which are compared as a whole, too. */
export function withRules(
  { roots }: Pick<Comparison, 'roots'>,
  spot: Spot,
  before: Rule,
  after: Rule,
): Spot {
  const root = createRoot([[before], [after]], spot.flow)
  const at = { ...spot, schemas: root }
  roots.set(root, at)
  return at
}

/** The subject of a member: `Route` → `Route.amount_in`, `Chain` → `Chain["x-y"]`. */
export function inside(subject: string, name: string): string {
  return /^[\w$@-]+$/.test(name) ? `${subject}.${name}` : `${subject}[${JSON.stringify(name)}]`
}
