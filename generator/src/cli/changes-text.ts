import type { LocatedChange } from '../compare/located-change.js'
import type { Reader } from '../compare/schemas/classify.js'
import { notesText } from '../compare/schemas/notes.js'
import { type ChangeClass, stepFor } from '../compare/schemas/rules.js'
import { type Paint, painter, printable, type Style } from '../diagnostics/print.js'
import { isDictionary } from '../model/json.js'

/** One line of the list: a change, or all changed texts of one type or operation. */
interface Row {
  readonly location: string
  readonly text: string
}

interface Group {
  readonly class: ChangeClass
  readonly isUnproven?: true
  readonly title: string
  readonly tint: 'red' | 'yellow' | 'bold'
}

const GROUPS: readonly Group[] = [
  { class: 'breaking', title: 'Breaking', tint: 'red' },
  { class: 'breaking', isUnproven: true, title: 'Unproven, counted as breaking', tint: 'red' },
  { class: 'additive', title: 'Additive', tint: 'yellow' },
  { class: 'docs', title: 'Docs', tint: 'bold' },
]
const CLASSES: readonly ChangeClass[] = ['breaking', 'additive', 'docs']

export function isUnproven({ class: name, evidence }: LocatedChange): boolean {
  return name === 'breaking' && evidence === 'unproven'
}

const LONGEST = 80

/** A large value without what is inside its fields and items. */
function outerText(value: unknown): string {
  const inner = (each: unknown): string =>
    typeof each === 'object' && each !== null
      ? Array.isArray(each)
        ? '[…]'
        : '{…}'
      : JSON.stringify(each)
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`
  if (!isDictionary(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${inner(each)}`)
  return `{${fields.join(',')}}`
}

/** The value that shows that a change breaks, as text behind its message. */
export function exampleText(change: LocatedChange): string {
  if (!('counterexample' in change)) return ''
  const whole = JSON.stringify(change.counterexample)
  const text = whole.length > LONGEST ? outerText(change.counterexample) : whole
  return `; refused: ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`
}

export function changesText(changes: readonly LocatedChange[], style: Style): string {
  const paint = painter(style.color)
  const blocks = GROUPS.flatMap(({ class: name, title, tint, isUnproven: wanted = false }) => {
    const own = changes.filter((each) => each.class === name && isUnproven(each) === wanted)
    if (own.length === 0) return []
    return [`${paint[tint](`${title} (${own.length})`)}\n${rowsText(rowsOf(own), paint)}\n`]
  })
  return blocks.join('\n')
}

/** Whose point of view classes are: those of another reader would be others. */
const READERS: Readonly<Record<Reader, string>> = {
  tolerant: 'Judged for clients made by tagwire (--for tolerant).',
  strict: 'Judged for any client (--for strict).',
}

/** The severity that the policy of the package gives to a change, and the one in general. */
export function ruledText({ class: name, ruled }: LocatedChange): string {
  if (!ruled) return ''
  const reason = ruled.reason === undefined ? '' : `: ${ruled.reason}`
  return ` [${ruled.from}, counted as ${name} by the policy${reason}]`
}

export function verdictText(
  changes: readonly LocatedChange[],
  reader: Reader = 'tolerant',
): string {
  if (changes.length === 0) return 'Nothing changed for callers.'
  const counts = CLASSES.map((name) => [
    changes.filter((each) => each.class === name).length,
    name,
  ]).filter(([count]) => count !== 0)
  const parts = counts.map((each) => each.join(' '))
  return `${parts.join(', ')}: ${stepFor(changes)} version bump.${upgradeText(changes)} ${READERS[reader]}`
}

/** Changes that do not break callers, but require a certain order of releases. */
function upgradeText(changes: readonly LocatedChange[]): string {
  const count = changes.filter((each) => each.notes.includes('old-servers')).length
  if (count === 0) return ''
  const which = count === 1 ? 'One of them needs' : `${count} of them need`
  return ` ${which} the service to change first.`
}

function rowsText(rows: readonly Row[], paint: Paint): string {
  const width = Math.max(...rows.map((row) => row.location.length))
  return rows
    .map(
      ({ location, text }) =>
        `  ${paint.cyan(printable(location.padEnd(width)))}  ${printable(text)}`,
    )
    .join('\n')
}

/**
 * There are often many changed descriptions, which matter little, so those of a type or operation
 * share a row.
 */
function rowsOf(changes: readonly LocatedChange[]): Row[] {
  const groups = new Map<string, LocatedChange[]>()
  changes.forEach((each, index) => {
    const key = each.kind === 'docs-changed' ? `${each.side} ${each.owner}` : `#${index}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  })
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first) return []
    const location = `${first.file}:${first.line}:${first.column}`
    return [{ location, text: others.length > 0 ? groupText(group, first) : changeText(first) }]
  })
}

function groupText(group: readonly LocatedChange[], { owner }: LocatedChange): string {
  const names = group.map(({ subject }) =>
    subject.startsWith(`${owner}.`) ? subject.slice(owner.length + 1) : subject,
  )
  return `${owner}: ${group.length} texts changed (${some(names)})`
}

function changeText(change: LocatedChange): string {
  const { subject, message, types, also, notes, accepted } = change
  const inherited = also.length > 0 ? ` (also ${some(also)})` : ''
  const brought = types.length > 0 ? ` (with ${some(types)})` : ''
  const reason = accepted === undefined ? '' : ` [accepted: ${accepted}]`
  return `${subject}: ${message}${exampleText(change)}${inherited}${brought}${notesText(notes)}${ruledText(change)}${reason}`
}

/** A list that fits on one line. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
