import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import type { EnumOpenness } from '../model/enum-openness.js'
import { isDictionary } from '../model/json.js'
import type { Model } from '../model/model.js'
import type { Naming, OperationNaming } from '../model/naming.js'
import type { Document } from '../source/document.js'
import { languageOf } from '../source/language.js'
import { member, type Node, textAt } from '../source/node.js'
import { otherLanguageOf } from '../source/syntax/other-languages.js'
import { closeEnums } from './closed-enums.js'
import { lowerJsonSchema } from './json-schema-document.js'
import { withFormerTypes } from './names/former-types.js'
import { resolveNameConflicts } from './names/resolve-conflicts.js'
import { resolveBinaryContent } from './operations/binary-content.js'
import { lowerOpenApi } from './operations/openapi.js'
import { lowerOpenRpc } from './operations/openrpc.js'
import { withResources } from './operations/resources.js'
import type { Depth } from './rules/declared-rules.js'

export interface LowerOptions {
  readonly enums?: EnumOpenness | undefined
  readonly names?: Naming | undefined
}

/**
 * Turns a document into a model. What OpenAPI and OpenRPC have in common is read by the same code.
 */
export function lower(
  document: Document,
  report: Report,
  depth: Depth = 'rules',
  { enums, names = {} }: LowerOptions = {},
): Model | undefined {
  const read = readerFor(document)
  if (read) {
    const lowered = withResources(
      read(document, report, depth, names.operation),
      names.resource,
      report,
    )
    const model = closeEnums(resolveBinaryContent(lowered), enums)
    return withFormerTypes(resolveNameConflicts(model, report))
  }
  report(notKnown(document))
  return undefined
}

type Reader = (
  document: Document,
  report: Report,
  depth: Depth,
  rule: OperationNaming | undefined,
) => Model

function readerFor(document: Document): Reader | undefined {
  const version = (keyword: string): string => textAt(document.root, keyword) ?? ''
  switch (languageOf(document.root)) {
    case 'openapi':
      return /^3\.[012]\b/.test(version('openapi')) ? lowerOpenApi : undefined
    case 'openrpc':
      return /^1\.\d+\b/.test(version('openrpc')) ? lowerOpenRpc : undefined
    case 'contract':
    case 'schema':
      return lowerJsonSchema
    case undefined:
      return undefined
  }
}

const BEGINNING =
  'A document begins with `openapi: 3.1.0` (3.0 to 3.2 are known) or `openrpc: 1.3.2` (1.x).'

function notKnown({ root }: Document): Diagnostic {
  const said = member(root, 'openapi') ?? member(root, 'openrpc')
  const at = said?.source ?? root.source
  return { code: 'TW1003', severity: 'error', at, ...(said ? version(said) : language(root.value)) }
}

function language(value: unknown): Pick<Diagnostic, 'message' | 'help'> {
  const other = otherLanguageOf(value)
  if (other) return other
  if (typeof value === 'string' && value.trimStart().startsWith('<')) {
    return {
      message: 'this is an HTML or XML page',
      help: 'Look at the file: a server may have responded with an error page.',
    }
  }
  const message = isDictionary(value)
    ? 'the document has neither `openapi` nor `openrpc`, and is not a JSON Schema'
    : `the document is ${value == null ? 'empty' : 'not an object'}`
  return { message, help: BEGINNING }
}

/** YAML reads `3.0` without quotes as the number 3, and no version has only two parts. */
function version({ value }: Node): Pick<Diagnostic, 'message' | 'help'> {
  if (typeof value !== 'number') {
    return { message: `the version ${JSON.stringify(value)} is not known`, help: BEGINNING }
  }
  const whole = Number.isInteger(value) ? `${value}.0.0` : `${value}.0`
  return {
    message: `the version is a number, ${value}, and not a text of three numbers`,
    help: `Write \`${whole}\`, or put it in quotes: YAML reads \`3.0\` as the number 3.`,
  }
}
