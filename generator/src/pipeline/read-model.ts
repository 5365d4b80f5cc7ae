import path from 'node:path'
import { type AcceptedWarnings, withoutAccepted } from '../diagnostics/accepted-warnings.js'
import {
  type Diagnostic,
  Fault,
  hasErrors,
  type Report,
  strictly,
} from '../diagnostics/diagnostic.js'
import { checkGrammar } from '../grammar/check-grammar.js'
import { checkNesting } from '../grammar/nesting.js'
import { checkVocabulary } from '../grammar/vocabulary.js'
import { lint } from '../lint/lint.js'
import { lower } from '../lower/lower.js'
import { paginateByRules } from '../lower/paginate-by-rules.js'
import { safeByPatterns } from '../lower/safe-by-patterns.js'
import type { EnumOpenness } from '../model/enum-openness.js'
import type { Model } from '../model/model.js'
import type { Naming } from '../model/naming.js'
import type { OperationFilter } from '../model/operations/filter.js'
import type { PaginatorRule } from '../model/pages/paginator-rule.js'
import type { Source } from '../model/shapes/shape.js'
import { convertCosmwasmSchema } from '../normalize/cosmwasm-schema.js'
import { resolveDynamicReferences } from '../normalize/dynamic-references.js'
import { expandImplicitUnions } from '../normalize/implicit-unions.js'
import { listMappedTags } from '../normalize/mapped-tags.js'
import { selectOperations } from '../normalize/select-operations.js'
import { nameTypes } from '../normalize/type-names.js'
import { type Document, LoadFault, loadDocument } from '../source/document.js'
import type { Network } from '../source/remote/fetch.js'
import { httpsNetwork } from '../source/remote/https.js'
import { folderOfCopy } from './committed-copy.js'
import { patternOf } from './fixes/pattern-of.js'

export interface Reading {
  readonly document: Document
  /** Absent when the document has errors. */
  readonly model?: Model
  readonly diagnostics: readonly Diagnostic[]
  /** The warnings that `accept` has taken out of them. */
  readonly accepted?: readonly Diagnostic[]
}

export interface ReadOptions extends OperationFilter {
  /** Report errors with only one obvious interpretation as errors, not as warnings. */
  readonly strict?: boolean
  /** Fetch remote references; without it, they are errors. */
  readonly allowRemote?: boolean
  /** Replaces the real network. */
  readonly network?: Network
  /** OpenAPI Overlays that are applied to the document first. */
  readonly overlays?: readonly string[]
  /** The folder that references must stay in: that of a commit, or of a fetched document. */
  readonly within?: string
  /** Why files of the server of a fetched document were not read, by their paths below `within`. */
  readonly unread?: ReadonlyMap<string, string>
  /** The configuration in which `package:NAME` is looked up; the nearest one by default. */
  readonly config?: string
  /** Only read the rules that types need, without the exact rules for validators. */
  readonly shapesOnly?: boolean
  /** Which string enums are open; by default, those that a response can contain. */
  readonly enums?: EnumOpenness
  /** Warnings that are not reported. */
  readonly accept?: AcceptedWarnings
  /** Rules for names. */
  readonly names?: Naming
  /** Paginators of operations that have none. */
  readonly paginators?: readonly PaginatorRule[]
  /** Operations that change nothing, besides those that the document says so of. */
  readonly safe?: readonly string[]
  /** Called when the document has been loaded. */
  readonly loaded?: () => void
  /** Return the model of a document that has errors, too, if it can be read at all. */
  readonly despiteErrors?: boolean
}

/**
 * From a path to a model, in this order: load (overlays included), select operations, check nesting and
 * x-tagwire words, normalize, lower, check the grammar of the normalized document, lint. Reports all
 * problems, not only the first.
 */
export async function readModel(
  file: string,
  base: string,
  options: ReadOptions = {},
): Promise<Reading> {
  const loaded = await loadOrFaults(file, base, options)
  options.loaded?.()
  const isRead = options.despiteErrors && loaded.document.root.value !== undefined
  if (loaded.faults.length > 0 && !isRead)
    return { document: loaded.document, diagnostics: loaded.faults }
  const found: Diagnostic[] = [...loaded.faults, ...loaded.document.findings]
  const report = (diagnostic: Diagnostic): void => {
    found.push(diagnostic)
  }
  const document = selectOperations(loaded.document, options, report)
  if (!checkNesting(document, report)) return { document, diagnostics: found }
  await checkVocabulary(document, report)
  const read = lowerWithin(document, options, report)
  if (read?.model) {
    checkGrammar(read.normalized, report)
    lint(read.model, report)
  }
  const model = read?.model
  const { kept, accepted } = withoutAccepted(
    inOrder(
      document,
      found.map((each) => asWritten(document, each)),
    ),
    options.accept ?? {},
    document.root.source.file,
  )
  const reported = options.strict ? strictly(kept) : kept
  const isRefused = hasErrors(reported) && !options.despiteErrors
  if (!model || isRefused) return { document, diagnostics: reported }
  return { document, model, diagnostics: reported, accepted }
}

/**
 * A document that exceeds a limit is refused with one diagnostic, besides other errors. Warnings of what was read until
 * then would be as many as the limit allows.
 */
function lowerWithin(
  document: Document,
  { shapesOnly, enums, names, paginators = [], safe = [] }: ReadOptions,
  report: Report,
): { readonly normalized: Document; readonly model: Model | undefined } | undefined {
  const found: Diagnostic[] = []
  const note: Report = (diagnostic) => found.push(diagnostic)
  try {
    const converted = resolveDynamicReferences(convertCosmwasmSchema(document))
    const expanded = expandImplicitUnions(listMappedTags(converted, note))
    const normalized = nameTypes(expanded, names?.type, note)
    const lowered = lower(normalized, note, shapesOnly ? 'shapes' : 'rules', { enums, names })
    const paged = lowered && paginateByRules(lowered, paginators, note)
    const model = paged && safeByPatterns(paged, safe, note)
    found.forEach(report)
    return { normalized, model }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    for (const each of [...found, ...error.diagnostics]) if (each.severity === 'error') report(each)
    return undefined
  }
}

function networkOf({ allowRemote, network = httpsNetwork }: ReadOptions): Network | undefined {
  return allowRemote ? network : undefined
}

async function loadOrFaults(
  file: string,
  base: string,
  options: ReadOptions,
): Promise<{ document: Document; faults: readonly Diagnostic[] }> {
  const { overlays, unread } = options
  // A copy in a commit has its own folder there.
  const within = folderOfCopy(path.resolve(base, file)) ?? options.within
  try {
    const loading = { network: networkOf(options), overlays, within, unread, patternOf }
    return { document: await loadDocument(file, base, loading), faults: [] }
  } catch (error) {
    if (!(error instanceof LoadFault)) throw error
    return { document: error.document, faults: error.diagnostics }
  }
}

/** A problem is shown where it was written, which may be an overlay, and in the words of that file. */
export function asWritten(document: Document, diagnostic: Diagnostic): Diagnostic {
  const { at, also, help, message } = diagnostic
  const { inWordsOfFile: words = (text) => text } = document
  return {
    ...diagnostic,
    message: words(message),
    ...(help === undefined ? {} : { help: words(help) }),
    ...(at ? { at: document.written(at) } : {}),
    ...(also ? { also: { message: words(also.message), at: document.written(also.at) } } : {}),
  }
}

/** Sorted by position and without duplicates: a schema that is used twice is read twice. */
function inOrder(document: Document, found: readonly Diagnostic[]): Diagnostic[] {
  const files = [...document.files.keys()]
  const rank = (at: Source | undefined): number[] => {
    if (!at) return [-1, 0, 0]
    const { line, column } = document.locate(at)
    return [files.indexOf(at.file), line, column]
  }
  const unique = new Map(
    found.map((each) => [JSON.stringify([each.code, each.message, each.at]), each]),
  )
  return [...unique.values()]
    .map((each) => ({ each, key: rank(each.at) }))
    .sort((left, right) => compareRanks(left.key, right.key))
    .map(({ each }) => each)
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, at) => value !== right[at])
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}
