import type { PlacedChange } from '../compare/placed-change.js'
import { notesText } from '../compare/schemas/notes.js'
import { type ChangeClass, stepFor } from '../compare/schemas/rules.js'
import { type Paint, painter, printable, type Style } from '../diagnostics/print.js'

/** One line of the list: a change, or all changed texts of one type or operation. */
interface Row {
  readonly place: string
  readonly text: string
}

const TITLES: readonly (readonly [ChangeClass, string, 'red' | 'yellow' | 'bold'])[] = [
  ['breaking', 'Breaking', 'red'],
  ['additive', 'Additive', 'yellow'],
  ['docs', 'Docs', 'bold'],
]

export function changesText(changes: readonly PlacedChange[], style: Style): string {
  const paint = painter(style.color)
  const blocks = TITLES.flatMap(([name, title, tint]) => {
    const own = changes.filter((each) => each.class === name)
    if (own.length === 0) return []
    return [`${paint[tint](`${title} (${own.length})`)}\n${rowsText(rowsOf(own), paint)}\n`]
  })
  return blocks.join('\n')
}

export function verdictText(changes: readonly PlacedChange[]): string {
  if (changes.length === 0) return 'Nothing changed for callers.'
  const counts = TITLES.map(([name]) => [
    changes.filter((each) => each.class === name).length,
    name,
  ]).filter(([count]) => count !== 0)
  const parts = counts.map((each) => each.join(' '))
  return `${parts.join(', ')}: ${stepFor(changes)} version bump.${upgradeText(changes)}`
}

/** Changes that do not break callers, but require a certain order of releases. */
function upgradeText(changes: readonly PlacedChange[]): string {
  const count = changes.filter((each) => each.notes.includes('old-servers')).length
  if (count === 0) return ''
  const which = count === 1 ? 'One of them needs' : `${count} of them need`
  return ` ${which} the service to change first.`
}

function rowsText(rows: readonly Row[], paint: Paint): string {
  const width = Math.max(...rows.map((row) => row.place.length))
  return rows
    .map(({ place, text }) => `  ${paint.cyan(printable(place.padEnd(width)))}  ${printable(text)}`)
    .join('\n')
}

/**
 * There are often many changed descriptions, which matter little, so those of a type or operation
 * share a row.
 */
function rowsOf(changes: readonly PlacedChange[]): Row[] {
  const groups = new Map<string, PlacedChange[]>()
  changes.forEach((each, index) => {
    const key = each.kind === 'docs-changed' ? `${each.side} ${each.owner}` : `#${index}`
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  })
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first) return []
    const place = `${first.file}:${first.line}:${first.column}`
    return [{ place, text: others.length > 0 ? groupText(group, first) : changeText(first) }]
  })
}

function groupText(group: readonly PlacedChange[], { owner }: PlacedChange): string {
  const names = group.map(({ subject }) =>
    subject.startsWith(`${owner}.`) ? subject.slice(owner.length + 1) : subject,
  )
  return `${owner}: ${group.length} texts changed (${some(names)})`
}

function changeText({ subject, message, types, also, notes, accepted }: PlacedChange): string {
  const inherited = also.length > 0 ? ` (also ${some(also)})` : ''
  const brought = types.length > 0 ? ` (with ${some(types)})` : ''
  const reason = accepted === undefined ? '' : ` [accepted: ${accepted}]`
  return `${subject}: ${message}${inherited}${brought}${notesText(notes)}${reason}`
}

/** A list that fits on one line. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
