import type { Change, Finding, Kind, Path } from '../check/finding.js'
import { isName } from '../check/values.js'
import type { Model } from '../model/model.js'
import { escapeToken } from '../model/pointer.js'
import type { Source } from '../model/shapes/shape.js'
import type { Document } from '../source/document.js'
import { textAt } from '../source/node.js'
import { changeKey, changeText, merged } from './fixes/change-text.js'
import type { Dialect } from './fixes/dialect.js'
import type { PatchStep } from './fixes/patch-step.js'
import { patchAt } from './fixes/schema-patch.js'
import { createLabels } from './labels.js'
import type { Lesson } from './lessons.js'
import { nodeAt } from './live/examples.js'
import { isLoosening } from './loosened.js'

/** A location of the document. */
export interface DocumentLocation {
  readonly file: string
  readonly pointer: string
  readonly line: number
  readonly column: number
}

/** One mismatch between a payload and the document. */
export interface Mismatch {
  readonly kind: Kind
  /** The payload is more specific than described: counts only in strict mode. */
  readonly drift: boolean
  /** The file, or the call, that the payload came from. */
  readonly payload: string
  /** The location in the payload, as a JSON pointer. */
  readonly pointer: string
  readonly expected: string
  readonly received: string
  /** The schema that the value does not match; absent if the document has no schema. */
  readonly at?: DocumentLocation
  /** The smallest change of the document that accepts the payload, in words. */
  readonly fix?: string
  /** What would have to be asked for, so that a change is proposed: an outage says nothing about a service. */
  readonly unlearned?: Lesson
  /** The index of that change in the list of fixes. */
  readonly fixIndex?: number
}

/** The smallest change of the document that accepts the payload. */
export interface Fix extends DocumentLocation {
  readonly text: string
  /** The number of mismatches that it resolves. */
  readonly count: number
  /** Whether it only resolves drift. */
  readonly drift: boolean
  /** It lets through what callers do not expect, in contrast to one that adds something. */
  readonly loosens: boolean
  /** The same change as a JSON Patch (RFC 6902) of `file`. */
  readonly patch: readonly PatchStep[]
}

export interface Collected {
  readonly mismatches: readonly Mismatch[]
  readonly fixes: readonly Fix[]
}

export interface Collector {
  /** A finding, reduced to the data that reports may contain. */
  readonly shown: (finding: Finding) => Finding
  /** Unless the `lesson` is asked for, the document is not changed for these findings. */
  readonly add: (
    payload: string,
    prefix: Path,
    findings: readonly Finding[],
    lesson?: Lesson,
  ) => void
  /** Whether the document is changed for what only an outage shows, or the like. */
  readonly learns: (lesson: Lesson) => boolean
  readonly collected: () => Collected
}

interface Group {
  readonly source: Source
  change: Change
  count: number
  drift: boolean
}

/** Collects the mismatches of all payloads, and each fix once. */
export function createCollector(
  document: Document,
  model: Model,
  showValues = false,
  learn: readonly Lesson[] = [],
): Collector {
  const mismatches: (Omit<Mismatch, 'fix' | 'fixIndex'> & { readonly group?: Group })[] = []
  const groups = new Map<string, Group>()

  const learns: Collector['learns'] = (lesson) => learn.includes(lesson)

  const add: Collector['add'] = (payload, prefix, findings, lesson) => {
    const unlearned = lesson === undefined || learns(lesson) ? undefined : lesson
    for (const finding of findings.map(shown)) {
      const { kind, degree, path, rule, expected, receivedValue } = finding
      const received = receivedValue ?? finding.received
      const group = unlearned ? undefined : groupOf(finding)
      mismatches.push({
        kind,
        drift: degree !== 'problem',
        payload,
        pointer: pointerOf([...prefix, ...path]),
        expected,
        received,
        ...(rule.source ? { at: locationOf(document, rule.source) } : {}),
        ...(group ? { group } : {}),
        ...(unlearned && finding.change ? { unlearned } : {}),
      })
    }
  }

  const shown = (finding: Finding): Finding => {
    if (showValues) return finding
    const { receivedValue: _, change: wanted, ...facts } = finding
    const change = withoutValues(wanted)
    return { ...facts, ...(change ? { change } : {}) }
  }

  const groupOf = ({ rule, change, degree }: Finding): Group | undefined => {
    const { source } = rule
    if (!source || !change) return undefined
    const key = `${source.file}#${source.pointer} ${changeKey(change)}`
    const known = groups.get(key)
    const group = known ?? { source, change, count: 0, drift: true }
    group.change = known ? merged(known.change, change) : change
    group.count++
    group.drift &&= degree !== 'problem'
    groups.set(key, group)
    return group
  }

  const collected = (): Collected => {
    const labelOf = createLabels(model)
    const dialect = dialectOf(document)
    const made = [...groups.values()].flatMap((group) => {
      const fix = fixOf(document, dialect, labelOf(group.source), group)
      return fix ? [{ group, fix }] : []
    })
    made.sort((left, right) => byWeight(left.fix, right.fix))
    const fixByGroup = new Map(
      made.map(({ group, fix }, fixIndex) => [group, { fix: fix.text, fixIndex }]),
    )
    return {
      fixes: made.map(({ fix }) => fix),
      mismatches: mismatches.map(({ group, ...mismatch }) => ({
        ...mismatch,
        ...(group ? fixByGroup.get(group) : {}),
      })),
    }
  }

  return { shown, add, learns, collected }
}

/** A fix contains only names, so that no possible secret gets into a document or a report. */
function withoutValues(change: Change | undefined): Change | undefined {
  if (change?.kind === 'values' && !change.values.every(isName)) {
    return { kind: 'drop', keyword: 'enum' }
  }
  return change?.kind === 'variant' && !isName(change.tag) ? undefined : change
}

/** Mismatches that break callers come first, then the most frequent ones. */
function byWeight(left: Fix, right: Fix): number {
  if (left.drift !== right.drift) return left.drift ? 1 : -1
  return right.count - left.count
}

export function dialectOf(document: Document): Dialect {
  return { nullableWord: /^3\.0/.test(textAt(document.root, 'openapi') ?? '') }
}

function fixOf(
  document: Document,
  dialect: Dialect,
  name: string,
  { source, change, count, drift }: Group,
): Fix | undefined {
  const schema = nodeAt(document, source)
  const around = { ...source, pointer: source.pointer.replace(/\/[^/]*$/, '') }
  const steps = schema
    ? patchAt(source.pointer, schema.value, change, dialect, nodeAt(document, around)?.value)
    : []
  const [first] = steps
  if (!first) return undefined
  // A new schema does not exist yet; it is located at its parent.
  const step = first.op === 'add' ? first.path.replace(/\/[^/]*$/, '') : first.path
  const location = { file: source.file, pointer: step }
  return {
    text: changeText(change, name),
    count,
    drift,
    loosens: !drift && isLoosening(change),
    ...location,
    ...document.locate(location),
    patch: steps,
  }
}

function locationOf(document: Document, source: Source): DocumentLocation {
  return { file: source.file, pointer: source.pointer, ...document.locate(source) }
}

function pointerOf(path: Path): string {
  return path.map((key) => `/${escapeToken(String(key))}`).join('')
}
