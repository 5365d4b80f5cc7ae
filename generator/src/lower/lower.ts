import type { Diagnostic, Report } from '../diagnostics/diagnostic.js'
import type { Document } from '../load/document.js'
import { isDictionary, member, textAt } from '../load/node.js'
import type { Model } from '../model/model.js'
import { settleBinary } from './binary.js'
import { isContract, isJsonSchema, lowerJsonSchema } from './json-schema.js'
import { lowerOpenApi } from './openapi.js'
import { lowerOpenRpc } from './openrpc.js'
import type { Depth } from './schema.js'
import { settleNames } from './settle.js'

/** Turns a document into a model. The only place that asks which language a document is in. */
export function lower(
  document: Document,
  report: Report,
  depth: Depth = 'rules',
): Model | undefined {
  const openapi = textAt(document.root, 'openapi')
  const openrpc = textAt(document.root, 'openrpc')
  const read = readerFor(document, openapi, openrpc)
  if (read) return settleNames(settleBinary(read(document, report, depth)))
  report(notKnown(document, openapi ?? openrpc))
  return undefined
}

type Reader = (document: Document, report: Report, depth: Depth) => Model

function readerFor(document: Document, openapi?: string, openrpc?: string): Reader | undefined {
  if (openapi !== undefined) return /^3\.[012]\b/.test(openapi) ? lowerOpenApi : undefined
  if (openrpc !== undefined) return /^1\.\d+\b/.test(openrpc) ? lowerOpenRpc : undefined
  if (member(document.root, 'swagger') || member(document.root, 'asyncapi')) return undefined
  return isContract(document.root) || isJsonSchema(document.root) ? lowerJsonSchema : undefined
}

function notKnown(document: Document, version: string | undefined): Diagnostic {
  const { root } = document
  const swagger = member(root, 'swagger')
  const said = member(root, 'openapi') ?? member(root, 'openrpc') ?? swagger
  const message = !isDictionary(root.value)
    ? 'the document is not an object'
    : swagger
      ? `this is Swagger ${JSON.stringify(swagger.value)}, the language before OpenAPI 3`
      : said
        ? `the version ${JSON.stringify(version ?? said.value)} is not known`
        : 'the document says neither `openapi` nor `openrpc`, and it is no JSON Schema'
  const help = swagger
    ? 'Convert it to OpenAPI 3 first.'
    : 'A document begins with `openapi: 3.1.0` (3.0 to 3.2 are known) or `openrpc: 1.3.2` (1.x).'
  return { code: 'TW1003', severity: 'error', message, at: said?.source ?? root.source, help }
}
