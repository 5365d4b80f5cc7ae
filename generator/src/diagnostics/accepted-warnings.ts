import type { Source } from '../model/shapes/shape.js'
import type { Code } from './catalogue.js'
import type { Diagnostic } from './diagnostic.js'

/** A place of the document at which a warning is accepted, and why. */
export interface AcceptedWarning {
  /** `#/components/schemas/Order`, or `schemas.yaml#/Order` in another file; also for everything below it. */
  readonly at: string
  readonly reason: string
}

/** Accepted warnings by their codes. */
export type AcceptedWarnings = Readonly<
  Partial<Record<Code, readonly (string | AcceptedWarning)[]>>
>

/** Separates the warnings that a configuration accepts. Errors cannot be accepted. */
export function withoutAccepted(
  found: readonly Diagnostic[],
  accepted: AcceptedWarnings,
  document: string,
): { readonly kept: readonly Diagnostic[]; readonly accepted: readonly Diagnostic[] } {
  const isAccepted = (each: Diagnostic): boolean =>
    each.severity === 'warning' &&
    (accepted[each.code] ?? []).some((entry) =>
      covers(sourceOf(entry, document), each.at, document),
    )
  return {
    kept: found.filter((each) => !isAccepted(each)),
    accepted: found.filter(isAccepted),
  }
}

/** Entries that no longer accept anything: the document was fixed, or the place has moved. */
export function unusedAcceptances(
  accepted: AcceptedWarnings,
  used: readonly Diagnostic[],
  document: string,
): Diagnostic[] {
  return Object.entries(accepted).flatMap(([code, entries]) =>
    entries.flatMap((entry, index): Diagnostic[] => {
      const source = sourceOf(entry, document)
      if (used.some((each) => each.code === code && covers(source, each.at, document))) return []
      return [
        {
          code: 'TW7012',
          severity: 'warning',
          message: `\`accept\` has ${code} at ${source.file}#${source.pointer}, where it does not occur`,
          option: ['accept', code, String(index)],
        },
      ]
    }),
  )
}

function sourceOf(entry: string | AcceptedWarning, document: string): Source {
  const text = typeof entry === 'string' ? entry : entry.at
  const hash = text.indexOf('#')
  return { file: text.slice(0, hash) || document, pointer: text.slice(hash + 1) }
}

/** A warning about the whole document has no place. */
function covers(source: Source, at: Source | undefined, document: string): boolean {
  const { file, pointer } = at ?? { file: document, pointer: '' }
  return (
    file === source.file && (pointer === source.pointer || pointer.startsWith(`${source.pointer}/`))
  )
}
