import { enumMembers } from '../../model/enum-members.js'
import { asStringEnum } from '../../model/exported-names.js'
import type { Model } from '../../model/model.js'
import { pascalCase } from '../../model/names.js'
import { answerOf, isHead } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { pageUrl } from '../../model/page-url.js'
import type { PackageView } from '../../view/package-view.js'
import { exampleUnion } from '../../view/readme/example-union.js'
import { operationGroups } from '../../view/readme/operation-groups.js'
import { validatorName } from '../../view/validate/validators.js'
import { decodingOf, hasDecoders } from '../decode/decoded-model.js'
import type { EmittedFile } from '../generated-file.js'
import { literal, propertyAccess } from '../typescript/text.js'
import { type ClientGuide, httpGuide } from './http.js'
import { cell, code, codes, paragraph, type Row } from './markdown.js'
import { rpcGuide } from './rpc.js'
import { renderTemplate } from './template.js'
import { matchSnippet, unionRows } from './union.js'

/** More operations than this are only listed by group. */
const MAX_ROWS = 60

/** A module that a custom emitter added, and the packages to install for it. */
export interface ReadmeEntry {
  readonly name: string
  readonly exports: readonly string[]
  readonly peers: readonly string[]
}

/** The README: common parts around a guide that differs between HTTP and JSON-RPC. */
export function emitReadme(
  view: PackageView,
  client?: EmittedFile,
  entries: readonly ReadmeEntry[] = [],
): EmittedFile {
  const { model } = view
  const servers = model.servers.map((each) => ({ url: code(each.url), doc: cell(each.doc) }))
  const { transports: carriers = {}, settings: given = [] } = model.extensions
  const transports = Object.entries(carriers).map(([name, { path, description }]) => ({
    name: cell(name),
    path: path === undefined ? '' : `\`${code(path)}\``,
    doc: cell(description),
  }))
  const settings = given.map((each) => ({
    key: code(each.key),
    default: cell(each.default),
    doc: cell(each.description),
  }))
  const http = model.document.language === 'openapi'
  const hasOperations = view.parts.has('client')
  const [summary, ...more] = model.doc?.split(/\n{2,}/) ?? []
  const lines = linesOfMembers(client)
  const isLarge = model.operations.length > MAX_ROWS
  const unionGuide = unionGuideOf(view)
  const guideOf = http ? httpGuide : rpcGuide
  const { tasks, details } = hasOperations ? guideOf(view, unionGuide) : NO_CLIENT
  const text = renderTemplate('README.md', {
    name: view.name,
    summary: paragraph(leadOf(view, summary)),
    more: paragraph(shortened(more)),
    document: code(view.document),
    guide: tasks,
    details,
    unionGuide,
    ...checkedView(view),
    ...decodedView(view),
    hasOperations,
    operationsTitle: http ? 'Operations' : 'Methods',
    operationWord: http ? 'operation' : 'method',
    bindingWord: http ? 'request' : 'on the wire',
    client: client?.path ?? '',
    index: isLarge ? groupRows(model) : [],
    operations: isLarge ? [] : model.operations.map((each) => operationRow(view, each, lines)),
    pages: view.site === undefined ? '' : pageUrl(view.site, 'reference'),
    entries: entries.map((each) => entryRow(view.name, each)),
    ...linesOf(view),
    ...enumsOf(view),
    servers,
    transports,
    settings,
  })
  return { path: 'README.md', text }
}

/** The first enum that is an object, too, and its first value by name. */
function enumsOf({ hasEnumObjects, model }: PackageView): Record<string, string> {
  if (!hasEnumObjects) return {}
  for (const declaration of model.declarations) {
    const [first] = enumMembers(declaration)
    if (!first || !(asStringEnum(declaration) ?? declaration.shape.kind === 'enumeration')) continue
    const { name } = declaration
    const [key, value] = first
    return {
      enumObject: name,
      enumValue: name + propertyAccess(key),
      enumText: code(literal(value)),
    }
  }
  return {}
}

/** The entry points of other lines, the first of which shows how to import its parts. */
function linesOf({ name, parts, lines, model }: PackageView): Record<string, string | Row[]> {
  const part = (['validate', 'decode', 'mock'] as const).find((each) => parts.has(each))
  const [first] = lines
  return {
    lines: lines.map((each) => ({
      entry: codes([`${name}/${each.name}`]),
      title: cell(each.title),
      note: cell(each.note),
    })),
    ownTitle: cell(model.title),
    linePart: first && part ? `${name}/${first.name}/${part}` : '',
  }
}

const NO_CLIENT: ClientGuide = { tasks: '', details: '' }

/**
 * How to handle the kinds of a tagged union, using one of the document; none if it has no union.
 */
function unionGuideOf(view: PackageView): string {
  const example = exampleUnion(view)
  if (!example) return ''
  const unions = unionRows(view)
  return renderTemplate('README.unions.md', {
    union: example.name,
    match: matchSnippet(view, example),
    unions: unions.slice(0, MAX_ROWS),
    moreUnions: Math.max(unions.length - MAX_ROWS, 0),
  }).trimEnd()
}

function entryRow(packageName: string, { name, exports, peers }: ReadmeEntry): Row {
  return {
    entry: codes([`${packageName}/${name}`]),
    exports: codes(exports, 3),
    peers: codes(peers),
  }
}

const LONGEST_ABOUT = 4000

/** The description of a service can be a whole manual, so only the first paragraphs are used. */
function shortened(paragraphs: readonly string[]): string {
  let length = 0
  const fitting = paragraphs.filter((each) => {
    length += each.length
    return length <= LONGEST_ABOUT
  })
  const whole = fitting.length === paragraphs.length
  return [...fitting, ...(whole ? [] : ['(See the document for more.)'])].join('\n\n')
}

/** The type that the README checks values with. */
function checkedView(view: PackageView): Record<string, string> {
  const { name = '' } = exampleUnion(view) ?? view.model.declarations[0] ?? {}
  return { checked: view.parts.has('validate') ? name : '', validator: validatorName(name) }
}

/** The type that the README decodes: the first response that can be decoded, if there is one. */
function decodedView(view: PackageView): Record<string, string | boolean> {
  const decoded = hasDecoders(view) ? decodingOf(view).names : new Set<string>()
  const plain = [...decoded].filter(
    (name) => name === pascalCase(name) && !view.names.has(`decode${name}`),
  )
  const answers = view.model.operations.flatMap((each) => {
    const shape = isHead(each) ? undefined : answerOf(each).contents[0]?.shape
    return shape?.kind === 'reference' ? [shape.name] : []
  })
  const answer = view.parts.has('client') && answers.find((name) => plain.includes(name))
  const shown = answer || plain[0]
  return {
    hasDecodedAnswers: Boolean(answer),
    onlyDates: view.dates === 'date',
    decoded: shown ?? '',
  }
}

/** The line of the client in which each member's description ends. */
function linesOfMembers(client: EmittedFile | undefined): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  let inside = false
  client?.text.split('\n').forEach((line, index) => {
    if (/^\S/.test(line)) inside = /^export interface \w+Client\b/.test(line)
    const [, name] = (inside && /^ {2}(?:readonly )?([\w$]+)[:(]/.exec(line)) || []
    if (name !== undefined) lines.set(name, `${client.path}#L${index + 1}`)
  })
  return lines
}

/** One row for each group of operations. */
function groupRows({ operations, tags }: Pick<Model, 'operations' | 'tags'>): Row[] {
  return operationGroups(operations, tags).map(({ name, members }) => {
    const names = members.map((each) => each.name)
    return { name: cell(name), count: String(members.length), names: codes(names, 4) }
  })
}

function operationRow(
  view: PackageView,
  operation: Operation,
  lines: ReadonlyMap<string, string>,
): Row {
  const { binding, name, resource } = operation
  const target = view.pageOf(operation)?.url ?? lines.get(name)
  return {
    name: [
      target === undefined ? `\`${name}\`` : `[\`${name}\`](${target})`,
      ...(resource ? [`\`${resource.group}.${resource.name}\``] : []),
    ].join(', '),
    binding:
      binding.kind === 'http'
        ? `${code(binding.method)} \`${code(binding.path)}\``
        : `\`${code(binding.method)}\``,
    summary: cell(operation.summary ?? operation.doc),
  }
}

/**
 * The title comes first if it has more information than the text, such as the release of the
 * service.
 */
function leadOf({ model }: PackageView, summary: string | undefined): string {
  if (summary === undefined) return `Types and guards for ${model.title}.`
  const names = model.title.includes(model.version) && !summary.includes(model.version)
  return names ? `${model.title}. ${summary}` : summary
}
