import type { Declaration, Shape, Source } from '../model/shapes/shape.js'
import type { Note } from './schemas/notes.js'
import { type ChangeClass, type ChangeKind, classOf, type Flow, notesOf } from './schemas/rules.js'

/** One thing that is different for callers, at the place that causes it. */
export interface Change {
  readonly class: ChangeClass
  readonly kind: ChangeKind
  /** `Operation.transfer.amount_in`, `route(amount_in)`, `route → 404`. */
  readonly subject: string
  readonly message: string
  /** Which of the two documents the place is in: what is gone stands in the old one. */
  readonly side: 'old' | 'new'
  readonly at: Source
  /** The type or operation it belongs to. */
  readonly owner: string
  /** Types that only come or go because of this. */
  readonly types: readonly string[]
  /** Other subjects that inherit what stands at this place. */
  readonly also: readonly string[]
  /** Who feels it, apart from those whom its class is about. */
  readonly notes: readonly Note[]
}

/** A change while it is being found: types that come or go are not yet told from those that stay. */
export interface Finding extends Omit<Change, 'types' | 'also'> {
  /** Where it stands in the old and in the new document: one place that changed once has one pair. */
  readonly places: readonly [before: Source, after: Source]
  /** What only the old document has here. */
  readonly gone: readonly Shape[]
  /** What only the new document has here. */
  readonly come: readonly Shape[]
}

/** What comparing one place needs of everything else. */
export interface Comparison {
  readonly before: ReadonlyMap<string, Declaration>
  readonly after: ReadonlyMap<string, Declaration>
  /** Old names of types by which the new document has them. */
  readonly renamed: ReadonlyMap<string, string>
  /** Pairs of named types that are being compared right now: they end circles. */
  readonly open: ReadonlySet<string>
  readonly report: (finding: Finding) => void
  /** Shapes contain fields and unions, which contain shapes: they meet here, not in imports. */
  readonly compareShapes: CompareShapes
}

export type CompareShapes = (on: Comparison, before: Shape, after: Shape, spot: Spot) => void

/** One place in both documents. */
export interface Spot {
  readonly owner: string
  readonly subject: string
  readonly flow: Flow
  readonly before: Source
  readonly after: Source
}

interface Detail {
  /** Where it stands; the new document, unless it is gone. */
  readonly side?: 'old' | 'new'
  readonly gone?: readonly Shape[]
  readonly come?: readonly Shape[]
  /** Instead of the class that the rules give. */
  readonly class?: ChangeClass
  /** Instead of the notes that the rules give. */
  readonly notes?: readonly Note[]
}

export function report(
  { report: tell }: Pick<Comparison, 'report'>,
  kind: ChangeKind,
  spot: Spot,
  message: string,
  detail: Detail = {},
): void {
  const side = detail.side ?? 'new'
  tell({
    class: detail.class ?? classOf(kind, spot.flow),
    kind,
    subject: spot.subject,
    message,
    side,
    at: side === 'old' ? spot.before : spot.after,
    places: [spot.before, spot.after],
    owner: spot.owner,
    gone: detail.gone ?? [],
    come: detail.come ?? [],
    notes: detail.notes ?? notesOf(kind, spot.flow),
  })
}

/** A member of a place: `Route` → `Route.amount_in`, `Chain` → `Chain["x-y"]`. */
export function inside(subject: string, name: string): string {
  return /^[\w$@-]+$/.test(name) ? `${subject}.${name}` : `${subject}[${JSON.stringify(name)}]`
}
