import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import type { EnumOpenness } from '../model/enum-openness.js'
import type { Model } from '../model/model.js'
import type { Document } from '../source/document.js'
import { languageOf } from '../source/language.js'
import { isDictionary, member, textAt } from '../source/node.js'
import { closeEnums } from './closed-enums.js'
import { lowerJsonSchema } from './json-schema.js'
import { resolveNameConflicts } from './names/resolve-conflicts.js'
import { resolveBinaryContent } from './operations/binary-content.js'
import { lowerOpenApi } from './operations/openapi.js'
import { lowerOpenRpc } from './operations/openrpc.js'
import type { Depth } from './schemas/schema-lowering.js'

/** Turns a document into a model. What the languages have in common is read by the same code. */
export function lower(
  document: Document,
  report: Report,
  depth: Depth = 'rules',
  enums?: EnumOpenness,
): Model | undefined {
  const read = readerFor(document)
  if (read) {
    const model = closeEnums(resolveBinaryContent(read(document, report, depth)), enums)
    return resolveNameConflicts(model, report)
  }
  report(notKnown(document))
  return undefined
}

type Reader = (document: Document, report: Report, depth: Depth) => Model

function readerFor(document: Document): Reader | undefined {
  const version = (word: string): string => textAt(document.root, word) ?? ''
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

function notKnown(document: Document): Diagnostic {
  const { root } = document
  const swagger = member(root, 'swagger')
  const said = member(root, 'openapi') ?? member(root, 'openrpc') ?? swagger
  const page = typeof root.value === 'string' && root.value.trimStart().startsWith('<')
  const message = page
    ? 'this is a page of HTML or XML'
    : !isDictionary(root.value)
      ? `the document is ${root.value == null ? 'empty' : 'not an object'}`
      : swagger
        ? `this is Swagger ${JSON.stringify(swagger.value)}, the language before OpenAPI 3`
        : said
          ? `the version ${JSON.stringify(said.value)} is not known`
          : 'the document says neither `openapi` nor `openrpc`, and it is no JSON Schema'
  const help = page
    ? 'Look at what was saved: a server may have answered with a page about an error.'
    : swagger
      ? 'Convert it to OpenAPI 3 first.'
      : 'A document begins with `openapi: 3.1.0` (3.0 to 3.2 are known) or `openrpc: 1.3.2` (1.x).'
  return { code: 'TW1003', severity: 'error', message, at: said?.source ?? root.source, help }
}
