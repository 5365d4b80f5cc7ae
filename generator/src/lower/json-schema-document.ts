import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import { pascalCase, typeName } from '../model/names.js'
import type { Document } from '../source/document.js'
import { contractParts, isContract } from '../source/language.js'
import { member, members, type Node, text, textAt } from '../source/node.js'
import type { Depth } from './rules/declared-rules.js'
import { createSchemaLowering } from './schemas/read-declarations.js'

/** Documents that only describe messages: types, unions and validators, without a client. */
export function lowerJsonSchema(document: Document, report: Report, depth: Depth): Model {
  const { root } = document
  const contract = isContract(root)
  const roots = contract ? contractParts(root) : [root]
  const containers = roots.flatMap((each) =>
    ['definitions', '$defs'].flatMap((keyword) => member(each, keyword) ?? []),
  )
  checkLanguage(root, report)
  const lowering = createSchemaLowering(document, containers, report, depth)
  for (const each of roots) {
    if (contract || isSchema(each)) lowering.declare(each, rootName(each))
  }
  const doc = textAt(root, 'description')
  return {
    title: textAt(root, 'title') ?? textAt(root, 'contract_name') ?? fileWord(root),
    version: textAt(root, 'contract_version') ?? '0',
    ...(doc ? { doc: doc.trim() } : {}),
    document: {
      file: root.source.file,
      language: 'jsonschema',
      version: textAt(root, '$schema') ?? '',
    },
    servers: [],
    tags: [],
    operations: [],
    declarations: lowering.declarations(),
    extensions: {},
  }
}

const ANNOTATION_ONLY = new Set(
  '$schema $id $defs definitions title description $comment $anchor $dynamicAnchor $vocabulary'.split(
    ' ',
  ),
)

/** A custom meta-schema could give keywords a different meaning; it is not fetched. */
function checkLanguage(root: Node, report: Report): void {
  const dialect = member(root, '$schema')
  if (!dialect || /^https?:\/\/json-schema\.org\//.test(text(dialect) ?? '')) return
  report({
    code: 'TW2006',
    severity: 'warning',
    message: `the dialect ${JSON.stringify(dialect.value)} is unknown; keywords are read as in 2020-12`,
    at: dialect.source,
  })
}

/** Whether the root is itself a schema; a document can also only contain definitions. */
function isSchema(schema: Node): boolean {
  return members(schema).some(
    ([keyword]) => !ANNOTATION_ONLY.has(keyword) && !keyword.startsWith('x-'),
  )
}

function rootName(schema: Node): string {
  const title = textAt(schema, 'title')
  const last = schema.source.pointer.split('/').pop()
  return typeName(
    pascalCase(title ?? (last === '' || last === undefined ? fileWord(schema) : last)),
  )
}

function fileWord({ source }: Node): string {
  return (source.file.split('/').pop() ?? source.file).replace(/\.[a-z]+$/i, '')
}
