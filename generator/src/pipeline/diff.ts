import { compareModels } from '../compare/compare.js'
import type { Change } from '../compare/comparison.js'
import type { LocatedChange } from '../compare/located-change.js'
import { createPolicy, type Policy } from '../compare/policy/policy.js'
import { isRuleName } from '../compare/policy/selector.js'
import type { Reader } from '../compare/schemas/classify.js'
import type { Note } from '../compare/schemas/notes.js'
import { type ChangeClass, rules, type Step, stepFor, stepOf } from '../compare/schemas/rules.js'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { type Finding, findingOf } from '../diagnostics/finding.js'
import { type Locator, locatorOf } from '../diagnostics/print.js'
import { suggestion } from '../diagnostics/suggestion.js'
import type { Model } from '../model/model.js'
import { createAffected } from '../model/operations/affected-operations.js'
import type { PolicyEntry } from '../model/policy.js'
import type { Source } from '../model/shapes/shape.js'
import type { Document } from '../source/document.js'
import { type Acceptances, NOTHING_ACCEPTED } from './accepted-breaks.js'
import { locateSpec } from './locate-spec.js'
import { asWarnings, faultsOf, isOfFault, isWritten } from './old-faults.js'
import { type ReadOptions, readModel } from './read-model.js'

/** One of the two documents. If it could not be read, it has no positions. */
export interface ReadSpec {
  readonly locator: Locator
  /** Where something was written: in the document, or in an overlay. */
  readonly written: Document['written']
  readonly diagnostics: readonly Diagnostic[]
  /** Prefix for the names of its files. */
  readonly prefix?: string
  /** Absent when the document has errors. */
  readonly model?: Model
}

export interface SpecComparison {
  readonly old: ReadSpec
  readonly new: ReadSpec
  /** Sorted by position; absent when the new document has errors, or the old one is not there. */
  readonly changes?: readonly LocatedChange[]
  /** Whose point of view the classes are. */
  readonly for?: Reader
  /** The errors of the old document, in spite of which it was compared. */
  readonly faults?: readonly Diagnostic[]
}

export interface CompareOptions {
  /** Changes with one of these notes count as breaking. */
  readonly breaking?: readonly Note[]
  /** Who reads responses: clients made by tagwire, or others that read them strictly. */
  readonly for?: Reader
  /** How severe changes are for this package. */
  readonly policy?: readonly PolicyEntry[]
  /** Also find the operations that changes are a part of. */
  readonly operations?: boolean
}

/** Reads two documents and compares them. */
export async function compareSpecs(
  before: string,
  after: string,
  base: string,
  options: ReadOptions & CompareOptions = {},
): Promise<SpecComparison> {
  const readings = {
    old: await readNamedSpec(before, base, { ...options, despiteErrors: true }),
    new: await readNamedSpec(after, base, options),
  }
  return compareReadings(readings, options)
}

/** Compares two documents that have already been read. */
export function compareReadings(
  readings: Pick<SpecComparison, 'old' | 'new'>,
  { breaking = [], for: reader, policy: entries = [], operations = false }: CompareOptions = {},
): SpecComparison {
  const { old, new: now } = readings
  if (!now.model || (!old.model && !isWritten(old))) return readings
  checkRules(entries)
  const faults = faultsOf(old)
  const rest = { for: reader ?? 'tolerant', ...(faults.length > 0 ? { faults } : {}) } as const
  if (!old.model)
    return { old: { ...old, diagnostics: asWarnings(old, []) }, new: now, changes: [], ...rest }
  const policy = createPolicy(entries)
  const affected =
    operations || policy.needsOperations
      ? { old: createAffected(old.model), new: createAffected(now.model) }
      : undefined
  const root = { old: old.model.document.file, new: now.model.document.file }
  const found = compareModels(old.model, now.model, reader)
  const hidden = found.filter((each) => isOfFault(each, faults, root))
  const changes = found
    .filter((each) => !hidden.includes(each))
    .map((each) => (each.notes.some((note) => breaking.includes(note)) ? broken(each) : each))
    .map((each) => (affected ? { ...each, operations: affected[each.side](each.at) } : each))
    .map((each) => ruled(each, policy))
    .map((each) => locatedChange(each, readings))
  const diagnostics = asWarnings(old, hidden)
  return { old: { ...old, diagnostics }, new: now, changes: changes.sort(byLocation), ...rest }
}

/** A file, a URL, a document of a commit, or the one of a package. */
async function readNamedSpec(spec: string, cwd: string, options: ReadOptions): Promise<ReadSpec> {
  const located = await locateSpec(spec, cwd, options.config)
  try {
    const read = await readSpec(located.file, located.base, { ...options, ...located.reading })
    return { ...read, prefix: located.prefix }
  } finally {
    await located.remove()
  }
}

/** Errors in one document must not hide those in the other. */
export async function readSpec(
  file: string,
  base: string,
  options: ReadOptions,
): Promise<ReadSpec> {
  try {
    const { document, model, diagnostics } = await readModel(file, base, options)
    const { written } = document
    return { locator: locatorOf(document), written, diagnostics, ...(model ? { model } : {}) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const locator = { locate: () => ({ line: 1, column: 1 }), textOf: () => undefined }
    return { locator, written: (at) => at, diagnostics: error.diagnostics }
  }
}

function broken(change: Change): Change {
  return { ...change, class: 'breaking' }
}

type Ruled = Change & Pick<LocatedChange, 'operations' | 'ruled'>

function ruled(change: Ruled, policy: Policy): Ruled {
  const entry = policy.severityOf(change)
  if (!entry || entry.severity === change.class) return change
  const { severity, reason } = entry
  const from = { from: change.class, ...(reason === undefined ? {} : { reason }) }
  return { ...change, class: severity, ruled: from }
}

/** A rule that does not exist would select nothing, silently. */
function checkRules(entries: readonly PolicyEntry[]): void {
  const unknown = entries.find(({ rule }) => rule !== undefined && !isRuleName(rule))
  if (unknown?.rule === undefined) return
  throw new Fault({
    code: 'TW7014',
    severity: 'error',
    message: `the policy names a rule that does not exist: ${JSON.stringify(unknown.rule)}`,
    help: 'Rules are in docs/rules.md, as `field-removed`; ids of oasdiff are known, too.',
    ...suggestion(unknown.rule, Object.keys(rules)),
  })
}

function locatedChange(
  { at: found, ...change }: Ruled,
  readings: Pick<SpecComparison, 'old' | 'new'>,
): LocatedChange {
  const { locator, written, prefix = '' } = readings[change.side]
  const at = written(found)
  const { file, pointer } = at
  return {
    ...change,
    step: stepOf(change),
    file: prefix + file,
    pointer,
    ...locator.locate(at),
    ...(change.side === 'old' ? { near: nearIn(readings.new, found, readings.old) } : {}),
  }
}

/** The closest place that still exists in the new document. */
function nearIn(
  { locator, model, prefix = '' }: ReadSpec,
  { file: name, pointer }: Source,
  old: ReadSpec,
): NonNullable<LocatedChange['near']> {
  const root = model?.document.file ?? name
  const isRoot = name === old.model?.document.file
  const file = isRoot || locator.textOf(name) === undefined ? root : name
  const above = isRoot || file === name ? pointer : ''
  return { file: prefix + file, ...locator.locate({ file, pointer: above }) }
}

function byLocation(left: LocatedChange, right: LocatedChange): number {
  return (
    compareTexts(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareTexts(left.subject, right.subject) ||
    compareTexts(left.kind + left.message, right.kind + right.message)
  )
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

export interface DiffResult {
  readonly diagnostics: readonly Finding[]
  /** Sorted by position; absent when the new document has errors, or the old one is not there, like everything below. */
  readonly changes?: readonly LocatedChange[]
  readonly counts?: Readonly<Record<ChangeClass, number>>
  /** Whose point of view the classes are: clients made by tagwire (`tolerant`), or any (`strict`). */
  readonly for?: Reader
  /** The semver step that all changes require together. */
  readonly step?: Step
}

export function diffResultOf(
  compared: SpecComparison,
  accepted: Pick<Acceptances, 'reasonOf'> = NOTHING_ACCEPTED,
): DiffResult {
  const diagnostics = [compared.old, compared.new].flatMap((reading) =>
    reading.diagnostics.map((each) => {
      const finding = findingOf(each, reading.locator)
      const { prefix = '' } = reading
      return finding.file === undefined ? finding : { ...finding, file: prefix + finding.file }
    }),
  )
  const changes = compared.changes?.map((each) => {
    const reason = accepted.reasonOf(each)
    return reason === undefined ? each : { ...each, accepted: reason }
  })
  if (!changes) return { diagnostics }
  const count = (name: ChangeClass): number => changes.filter((each) => each.class === name).length
  const counts = { breaking: count('breaking'), additive: count('additive'), docs: count('docs') }
  const reader = compared.for ? { for: compared.for } : {}
  return { diagnostics, ...reader, step: stepFor(changes), counts, changes }
}
