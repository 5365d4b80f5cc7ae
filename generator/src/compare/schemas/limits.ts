import type { NumberRule } from '../../model/rules/rule.js'
import { valueText } from '../text.js'
import type { ChangeKind } from './rules.js'

type Limit = number | undefined

/** The limits of one schema in one document, by their JSON Schema keywords. */
export interface Limits {
  /** Whether numbers are integers. */
  readonly whole: boolean
  readonly counts: Readonly<Record<Count, Limit>>
  readonly range: NumberRule
  readonly multipleOf: readonly number[]
  readonly patterns: readonly string[]
  readonly unique: boolean
}

const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const
type Count = (typeof COUNTS)[number]

export interface LimitChange {
  readonly kind: Extract<ChangeKind, `bound-${string}` | `assertion-${string}`>
  readonly message: string
}

export function boundChanges(before: Limits, after: Limits): LimitChange[] {
  return [
    ...COUNTS.flatMap((name) => countChange(name, before.counts[name], after.counts[name])),
    ...edgeChange(lowerEdge(before), lowerEdge(after), 'minimum'),
    ...edgeChange(upperEdge(before), upperEdge(after), 'maximum'),
    ...multipleChange(before.multipleOf, after.multipleOf),
    ...patternChange(before.patterns, after.patterns),
    ...uniqueChange(before.unique, after.unique),
  ]
}

function countChange(name: Count, before: Limit, after: Limit): LimitChange[] {
  const isLower = name.startsWith('min')
  // A minimum of 0 is not a limit.
  const [old, now] = [before, after].map((each) => (isLower && each === 0 ? undefined : each))
  if (old === now) return []
  const tighter = isLower ? (now ?? 0) > (old ?? 0) : (now ?? Infinity) < (old ?? Infinity)
  return [limitChange(tighter, name, text(old), text(now))]
}

function text(limit: Limit): string | undefined {
  return limit === undefined ? undefined : String(limit)
}

function limitChange(
  tighter: boolean,
  name: string,
  before: string | undefined,
  after: string | undefined,
): LimitChange {
  const kind = tighter ? 'bound-tightened' : 'bound-loosened'
  if (before === undefined) return { kind, message: `has the ${name} ${after} now` }
  if (after === undefined) return { kind, message: `has no ${name} now, was ${before}` }
  return { kind, message: `${name} is ${after} now, was ${before}` }
}

/** A minimum or maximum: the value, and whether it is exclusive. */
interface Edge {
  /** Higher is tighter. */
  readonly tightness: number
  readonly open: boolean
  readonly text: string | undefined
}

const NO_EDGE: Edge = { tightness: -Infinity, open: false, text: undefined }

function lowerEdge({ range, whole }: Limits): Edge {
  return tighter(closed(range.least, 1), opened(range.above, 1, whole))
}

function upperEdge({ range, whole }: Limits): Edge {
  return tighter(closed(range.most, -1), opened(range.below, -1, whole))
}

function closed(limit: Limit, sign: 1 | -1): Edge {
  if (limit === undefined) return NO_EDGE
  return { tightness: limit * sign, open: false, text: String(limit) }
}

/** For integers, more than 4 is the same as at least 5. */
function opened(limit: Limit, sign: 1 | -1, whole: boolean): Edge {
  if (limit === undefined) return NO_EDGE
  if (whole && Number.isInteger(limit)) return closed(limit + sign, sign)
  return { tightness: limit * sign, open: true, text: `${limit} (exclusive)` }
}

function tighter(left: Edge, right: Edge): Edge {
  return isTighter(right, left) ? right : left
}

function isTighter(edge: Edge, than: Edge): boolean {
  if (edge.tightness !== than.tightness) return edge.tightness > than.tightness
  return edge.open && !than.open
}

function edgeChange(before: Edge, after: Edge, name: string): LimitChange[] {
  if (before.tightness === after.tightness && before.open === after.open) return []
  return [limitChange(isTighter(after, before), name, before.text, after.text)]
}

/** A multiple of 10 is a multiple of 5. */
function multipleChange(before: readonly number[], after: readonly number[]): LimitChange[] {
  const [old, now] = [before.join(' and '), after.join(' and ')]
  if (old === now) return []
  const covers = (given: readonly number[], wanted: readonly number[]): boolean =>
    wanted.every((step) => given.some((each) => Number.isInteger(each / step)))
  const [wider, narrower] = [covers(before, after), covers(after, before)]
  if (wider || narrower)
    return [limitChange(!wider, 'multipleOf', old || undefined, now || undefined)]
  return [{ kind: 'bound-changed', message: `multipleOf is ${now} now, was ${old}` }]
}

function patternChange(before: readonly string[], after: readonly string[]): LimitChange[] {
  const added = after.filter((each) => !before.includes(each))
  const removed = before.filter((each) => !after.includes(each))
  const [old, now] = [removed, added].map((each) => each.map(valueText).join(' and '))
  if (added.length > 0 && removed.length > 0) {
    return [{ kind: 'bound-changed', message: `pattern is ${now} now, was ${old}` }]
  }
  if (added.length + removed.length === 0) return []
  return [limitChange(added.length > 0, 'pattern', old || undefined, now || undefined)]
}

function uniqueChange(before: boolean, after: boolean): LimitChange[] {
  if (before === after) return []
  return after
    ? [{ kind: 'bound-tightened', message: 'items have to be unique now' }]
    : [{ kind: 'bound-loosened', message: 'items no longer have to be unique' }]
}

/** Added, removed and changed assertions. */
export function setChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): LimitChange[] {
  const added = [...after].flatMap(([name, text]): LimitChange[] => {
    const old = before.get(name)
    if (old === text) return []
    return old === undefined
      ? [{ kind: 'assertion-added', message: `has to meet \`${name}\` now` }]
      : [{ kind: 'assertion-changed', message: `\`${name}\` is another one now` }]
  })
  const removed = [...before.keys()]
    .filter((name) => !after.has(name))
    .map(
      (name): LimitChange => ({
        kind: 'assertion-removed',
        message: `no longer has to meet \`${name}\``,
      }),
    )
  return [...added, ...removed]
}
