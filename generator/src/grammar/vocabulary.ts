import type { Check, Fault } from '#vocabulary'
import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Document } from '../source/document.js'
import { NAMING, QUOTED } from '../source/literal-values.js'
import { below, type Node } from '../source/node.js'

const PREFIX = 'x-tagwire-'

/** Keys can also contain escapes or line breaks. */
const MAY_USE_WORDS = /x-tagwire-|\\(?:u00|x|\r?\n)/i

/**
 * Checks every x-tagwire extension in every file against the vocabulary. An unknown one is an error, because
 * silently ignoring a typo would change what is generated.
 */
export async function checkVocabulary(document: Document, report: Report): Promise<void> {
  const used: Node[] = []
  for (const [name, { text }] of document.files) {
    if (!MAY_USE_WORDS.test(text)) continue
    const top = document.resolve({ value: { $ref: '#' }, source: { file: name, pointer: '' } })
    if (!('code' in top)) collectExtensions(top, used)
  }
  if (used.length === 0) return
  // Loaded for the first document that uses an extension.
  const { checks } = await import('#vocabulary')
  for (const node of used) checkExtension(checks, node, report)
}

function collectExtensions(node: Node, into: Node[], naming = false): void {
  if (Array.isArray(node.value)) {
    node.value.forEach((value: unknown, index) => {
      collectExtensions({ value, source: below(node.source, String(index)) }, into)
    })
    return
  }
  if (!isDictionary(node.value)) return
  for (const [key, value] of Object.entries(node.value)) {
    if (typeof value !== 'object' && !key.startsWith(PREFIX)) continue
    const child = { value, source: below(node.source, key) }
    if (key.startsWith(PREFIX)) into.push(child)
    if (naming || !QUOTED.has(key)) collectExtensions(child, into, !naming && NAMING.has(key))
  }
}

function checkExtension(checks: Readonly<Record<string, Check>>, node: Node, report: Report): void {
  const extension = node.source.pointer.slice(node.source.pointer.lastIndexOf('/') + 1)
  const check = checks[extension]
  if (check === undefined) {
    report(unknownExtension(Object.keys(checks), extension, node))
    return
  }
  if (check(node.value)) return
  // The innermost error is the most specific: above it, an alternative only failed as a whole.
  const [first] = [...(check.errors ?? [])].sort((left, right) => depth(right) - depth(left))
  report({
    code: 'TW6002',
    severity: 'error',
    message: `${extension}${first?.instancePath ?? ''} ${first ? faultText(first) : 'has the wrong form'}`,
    at: { file: node.source.file, pointer: node.source.pointer + (first?.instancePath ?? '') },
  })
}

function depth({ instancePath }: Fault): number {
  return instancePath.split('/').length
}

function faultText({ keyword, message = 'has the wrong form', params }: Fault): string {
  const allowed: unknown = keyword === 'enum' ? params.allowedValues : undefined
  return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message
}

function unknownExtension(
  extensions: readonly string[],
  extension: string,
  node: Node,
): Diagnostic {
  return {
    code: 'TW6001',
    severity: 'error',
    message: `there is no extension ${extension}`,
    at: node.source,
    help: `The extensions are ${extensions.map((each) => each.slice(PREFIX.length)).join(', ')}.`,
    ...suggestion(extension, extensions),
  }
}
