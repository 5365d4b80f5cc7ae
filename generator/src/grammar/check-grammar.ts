import type { Report } from '../diagnostics/diagnostic.js'
import { nearest } from '../diagnostics/suggestion.js'
import { valueText } from '../diagnostics/value-text.js'
import { isDictionary } from '../model/json.js'
import type { Document } from '../source/document.js'
import { contractParts, languageOf, openApiLine } from '../source/language.js'
import {
  below,
  isKeywordAsProperty,
  items,
  member,
  members,
  type Node,
  textAt,
} from '../source/node.js'
import { checkMediaTypeExamples, checkPairings } from './example-faults.js'
import { faultOf, type Position } from './faults.js'
import { type Form, isLeaf, kindText, type Language, type ObjectForm, readForm } from './form.js'
import { misplacedExtension } from './misplaced-extensions.js'
import { OPENAPI } from './openapi-forms.js'
import { OPENRPC } from './openrpc-forms.js'
import {
  checkBodies,
  checkDocument,
  checkOperation,
  checkParameter,
  checkParameters,
  checkPaths,
  checkRequirement,
  checkStatuses,
} from './operation-faults.js'
import { checkMapping, checkSchema, moreSchemas } from './schema-faults.js'
import { SCHEMA } from './schema-forms.js'
import { checkEncodingStyle } from './style-faults.js'
import { createMixtureCheck } from './version-mixtures.js'

/** A place that is still to be checked. */
interface Unchecked extends Position {
  readonly node: Node
  readonly form: Form
}

/**
 * Checks a document against the forms of its language, each object once: reports everything that would be
 * silently ignored or break a later step. Examples, defaults and extensions are free-form, and property names
 * are never mistaken for keywords.
 */
export function checkGrammar(document: Document, report: Report): void {
  const { language, roots } = startOf(document.root)
  const seen = new Map<string, Set<object>>()
  const open: Unchecked[] = [...roots]
  const bodies: Node[] = []
  const mixtures = createMixtureCheck(openApiLine(document.root))

  const isNew = (kind: string, value: object): boolean => {
    const known = seen.get(kind) ?? new Set()
    seen.set(kind, known)
    if (known.has(value)) return false
    known.add(value)
    return true
  }

  const look = (next: Unchecked): void => {
    const { node, form } = next
    const { container, of } = readForm(form)
    const fault = faultOf(node.value, form)
    if (fault) report({ ...fault(next), at: node.source })
    else if (container === 'list') {
      for (const each of items(node)) open.push({ node: each, form: of })
    } else if (container === 'names') {
      for (const [name, each] of members(node)) {
        if (next.keyword === 'properties' && isKeywordAsProperty(name, each)) {
          report(keywordAsProperty(name, each))
        } else open.push({ node: each, form: of })
      }
    } else if (isDictionary(node.value)) {
      const kind = language[of]
      if (kind && isNew(of, node.value)) lookInside(node, of, kind)
    }
  }

  const lookInside = (node: Node, name: string, kind: ObjectForm): void => {
    if (member(node, '$ref') && !followed(node, name)) return
    const { children, suggested } = checkKeywords(node, name, kind, report)
    for (const child of children) open.push(child)
    checkNeeds(node, name, kind, suggested, report)
    MORE[name]?.(node, report, document)
    if (name === 'RequestBody') bodies.push(node)
    if (name !== 'Schema') return
    mixtures.look(node)
    for (const child of moreSchemas(node)) open.push({ node: child, form: 'Schema' })
  }

  /** Whether keywords next to the reference have a meaning too. */
  const followed = (node: Node, name: string): boolean => {
    const ref = member(node, '$ref')
    if (ref && textAt(node, '$ref') === undefined) report(noAddress(ref, name))
    else {
      const target = document.resolve(node)
      if (!('code' in target)) open.push({ node: target, form: name })
    }
    return name === 'Schema' || name === 'PathItem'
  }

  for (let next = open.pop(); next; next = open.pop()) look(next)
  checkBodies(bodies, report)
  mixtures.report(report)
}

/** Reports keywords that the kind does not have. Returns the values of the others, and what was suggested. */
function checkKeywords(
  node: Node,
  name: string,
  kind: ObjectForm,
  report: Report,
): { readonly children: readonly Unchecked[]; readonly suggested: ReadonlySet<string> } {
  const children: Unchecked[] = []
  const suggested = new Set<string>()
  for (const [keyword, value] of Object.entries(isDictionary(node.value) ? node.value : {})) {
    const form = Object.hasOwn(kind.keywords, keyword) ? kind.keywords[keyword] : kind.others
    if (keyword === '$ref') continue
    if (keyword.startsWith('x-')) {
      const child = { value, source: below(node.source, keyword) }
      const fault = misplacedExtension(keyword, child, name, kind)
      if (fault) report(fault)
      continue
    }
    // Most values are correct strings and numbers, so nothing is allocated for them.
    if (form !== undefined && isLeaf(form) && !faultOf(value, form)) continue
    const child = { value, source: below(node.source, keyword) }
    if (form !== undefined) children.push({ node: child, form, keyword, inside: name })
    else {
      const near = nearest(keyword, Object.keys(kind.keywords).filter(isWritten))
      if (near !== undefined) suggested.add(near)
      if (near !== undefined || name !== 'Schema') {
        const diagnostic = unknown(keyword, child, name, near)
        report(losesOperations(name, near) ? { ...diagnostic, severity: 'error' } : diagnostic)
      }
    }
  }
  return { children, suggested }
}

/** Reports missing required keywords. A misspelled keyword explains a missing one. */
function checkNeeds(
  node: Node,
  name: string,
  { needs = [], needsOne = [] }: ObjectForm,
  suggested: ReadonlySet<string>,
  report: Report,
): void {
  for (const keyword of needs) {
    if (!member(node, keyword) && !suggested.has(keyword)) report(missing(keyword, name, node))
  }
  if (
    needsOne.length === 0 ||
    needsOne.some((keyword) => member(node, keyword) || suggested.has(keyword))
  )
    return
  const keywords = needsOne.join('`, `').replace(/`, (?=[^,]*$)/, '` or ')
  report({ ...missing(keywords, name, node), severity: 'error' })
}

type Check = (node: Node, report: Report, document: Document) => void

/** Checks of a kind of object beyond its form. */
const MORE: Readonly<Record<string, Check>> = {
  Document: checkDocument,
  Schema: checkSchema,
  Discriminator: checkMapping,
  Paths: checkPaths,
  PathItem: checkParameters,
  Operation: checkOperation,
  Method: checkPairings,
  Parameter: checkParameter,
  MediaType: checkMediaTypeExamples,
  Encoding: checkEncodingStyle,
  Responses: checkStatuses,
  SecurityRequirement: checkRequirement,
}

function startOf(root: Node): { language: Language; roots: readonly Unchecked[] } {
  const document = [{ node: root, form: 'Document' }]
  switch (languageOf(root)) {
    case 'openapi':
      return { language: OPENAPI, roots: document }
    case 'openrpc':
      return { language: OPENRPC, roots: document }
    case 'contract':
      return {
        language: SCHEMA,
        roots: contractParts(root).map((node) => ({ node, form: 'Schema' })),
      }
    case 'schema':
      return { language: SCHEMA, roots: [{ node: root, form: 'Schema' }] }
    case undefined:
      return { language: {}, roots: [] }
  }
}

/** Schemas contain many keywords of other tools, so only likely typos are reported. */
function unknown(keyword: string, node: Node, kind: string, near: string | undefined) {
  return {
    code: 'TW1008',
    severity: 'warning',
    message: `${withArticle(kind)} has no keyword ${JSON.stringify(keyword)}, so it is ignored`,
    at: node.source,
    ...(near === undefined ? {} : { help: `Did you mean ${near}?` }),
  } as const
}

/** Whether the document loses all operations, or all types, without the keyword. */
function losesOperations(kind: string, near: string | undefined): boolean {
  return kind === 'Document' && ['paths', 'methods', 'components', 'webhooks'].includes(near ?? '')
}

/** `ref` is a common typo for `$ref`; other keywords with a dollar sign are rarely meant. */
function isWritten(keyword: string): boolean {
  return !keyword.startsWith('$') || keyword === '$ref'
}

function keywordAsProperty(name: string, node: Node) {
  const isReference = name === '$ref'
  return {
    code: 'TW2005',
    severity: 'warning',
    message: `\`${name}\` among \`properties\` is a property name, not a ${isReference ? 'reference' : 'keyword'}; it is ignored`,
    at: node.source,
    help: isReference
      ? 'To reuse the properties of another schema, write `allOf: [{ $ref: … }]`.'
      : `Write \`${name}\` beside \`properties\`.`,
  } as const
}

function noAddress(ref: Node, kind: string) {
  return {
    code: kind === 'Schema' ? 'TW2005' : 'TW1007',
    severity: 'error',
    message: `\`$ref\` is an address, but this is ${valueText(ref.value)}`,
    at: ref.source,
    help: "Write its location: `$ref: '#/components/schemas/Name'`.",
  } as const
}

function missing(keyword: string, kind: string, node: Node) {
  return {
    code: 'TW1009',
    severity: 'warning',
    message: `${withArticle(kind)} needs \`${keyword}\``,
    at: node.source,
  } as const
}

function withArticle(kind: string): string {
  const text = kindText(kind)
  return `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`
}
