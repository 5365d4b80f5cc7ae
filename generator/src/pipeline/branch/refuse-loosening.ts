import { type Diagnostic, Fault } from '../../diagnostics/diagnostic.js'
import type { DocumentUpdate } from './update-document.js'

const MAX_SHOWN = 10

/** Refuses an update of a document if so much changes that a faulty server is more likely than a wrong document. */
export function refuseLoosening(
  updates: readonly { readonly spec: string; readonly update: DocumentUpdate }[],
): void {
  const diagnostics = updates
    .filter(({ update }) => loosensTooMuch(update))
    .map(({ spec, update }) => refusal(spec, update))
  if (diagnostics.length > 0) throw new Fault(...diagnostics)
}

function loosensTooMuch({ loosened, operations }: DocumentUpdate): boolean {
  return loosened.length > operations / 10
}

function refusal(spec: string, { loosened, operations }: DocumentUpdate): Diagnostic {
  const more = loosened.length - MAX_SHOWN
  const names = loosened.slice(0, MAX_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return {
    code: 'TW7013',
    severity: 'error',
    message: `${loosened.length} of ${operations} operations of ${spec} would be described more loosely: ${names}`,
    help: 'Nothing was changed. Look at what was received with `tagwire probe`; if the document is wrong, pass `--allow-loosening`.',
  }
}
