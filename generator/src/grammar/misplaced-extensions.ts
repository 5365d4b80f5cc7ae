import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Node } from '../source/node.js'
import { kindText, type Language, type ObjectForm } from './form.js'
import { OPENAPI } from './openapi-forms.js'
import { OPENRPC } from './openrpc-forms.js'

const PREFIX = 'x-tagwire-'

/** `x-tagwire-source` is allowed everywhere. */
const EVERYWHERE: readonly string[] = ['source']

const LANGUAGES: readonly (readonly [name: string, language: Language])[] = [
  ['OpenAPI', OPENAPI],
  ['OpenRPC', OPENRPC],
]

/**
 * Reports a known extension at a place where nothing reads it, such as `x-tagwire-sequence` on an HTTP
 * operation: it would be silently ignored. Unknown extensions are reported by the check of the vocabulary.
 */
export function misplacedExtension(
  keyword: string,
  node: Node,
  kind: string,
  form: ObjectForm,
): Diagnostic | undefined {
  if (!keyword.startsWith(PREFIX)) return
  const name = keyword.slice(PREFIX.length)
  if (EVERYWHERE.includes(name) || form.extensions?.includes(name)) return
  const owners = ownersOf(name)
  if (owners === '') return
  return {
    code: 'TW6003',
    severity: 'warning',
    message: `${keyword} has no effect on ${kindText(kind)}s`,
    at: node.source,
    help: `It belongs to ${owners}.`,
  }
}

/** `operations (OpenAPI) and methods (OpenRPC)` */
function ownersOf(name: string): string {
  const owners = new Map<string, string[]>()
  for (const [language, kinds] of LANGUAGES) {
    for (const [kind, { extensions }] of Object.entries(kinds)) {
      if (extensions?.includes(name) !== true) continue
      const text = `${kindText(kind)}s`
      owners.set(text, [...(owners.get(text) ?? []), language])
    }
  }
  return [...owners]
    .map(([kind, of]) => (of.length === LANGUAGES.length ? kind : `${kind} of ${of.join()}`))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
}
