/** A position in a file of the project. */
export interface SourceLocation {
  /** Relative to the folder that is migrated, with `/`. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** Replaces the characters from `start` to `end` of a file. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What happens to one file. */
export type Change =
  | {
      readonly kind: 'edit'
      readonly file: string
      readonly before: string
      readonly after: string
    }
  | { readonly kind: 'create'; readonly file: string; readonly after: string }
  | { readonly kind: 'delete'; readonly file: string; readonly before: string }

/**
 * - `by-hand`: does not work after the migration until somebody changes it
 * - `differs`: goes on working, but means something else than before
 * - `later`: goes on working, and could use more of tagwire
 */
export type FindingKind = 'by-hand' | 'differs' | 'later'

/** A use that is not rewritten. */
export interface Finding {
  readonly kind: FindingKind
  readonly location: SourceLocation
  /** What is there. */
  readonly what: string
  /** What to do about it. */
  readonly todo: string
}

/** A rewritten use. */
export interface Rewrite {
  readonly location: SourceLocation
  readonly what: string
}

/** A document for which openapi-typescript writes a file. */
export interface MigratedDocument {
  /** Its key in `packages` of the configuration. */
  readonly name: string
  /** A file relative to the project, or a URL. */
  readonly spec: string
  /** The file that openapi-typescript writes. */
  readonly schemaFile: string
  /** The folder that tagwire writes. */
  readonly out: string
}

/** Everything that a run would do. Nothing is written while it is made. */
export interface Plan {
  readonly documents: readonly MigratedDocument[]
  readonly changes: readonly Change[]
  readonly rewrites: readonly Rewrite[]
  readonly findings: readonly Finding[]
  readonly warnings: readonly string[]
  /** What to run afterwards, in this order. */
  readonly next: readonly string[]
}

/** Positions are compared by file, line and column, so that every run reports the same order. */
export function byLocation(
  left: { readonly location: SourceLocation },
  right: { readonly location: SourceLocation },
): number {
  return (
    compareText(left.location.file, right.location.file) ||
    left.location.line - right.location.line ||
    left.location.column - right.location.column
  )
}

/** The order of UTF-16 code units, which does not depend on the language of the machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Line and column of an offset in a text. */
export function locationIn(file: string, text: string, offset: number): SourceLocation {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { file, line, column: offset - before.lastIndexOf('\n') }
}

/** The text after all edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < at) throw new RangeError(`Overlapping edits at ${start}`)
    result += text.slice(at, start) + inserted
    at = end
  }
  return result + text.slice(at)
}

/** A file with these edits. */
export function editOf(file: string, before: string, edits: readonly Edit[]): Change {
  return { kind: 'edit', file, before, after: applyEdits(before, edits) }
}
