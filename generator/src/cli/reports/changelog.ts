import type { LocatedChange } from '../../compare/located-change.js'
import { notesText } from '../../compare/schemas/notes.js'
import { stepFor } from '../../compare/schemas/rules.js'
import { printable } from '../../diagnostics/print.js'

const TITLES = [
  ['breaking', 'Breaking changes'],
  ['additive', 'Added'],
] as const

/** What changed, as a section of a changelog. Changed descriptions are summed up in one line. */
export function changelogText(changes: readonly LocatedChange[]): string {
  const sections = TITLES.flatMap(([name, title]) => {
    const own = changes.filter((each) => each.class === name)
    return own.length > 0 ? [`### ${title}\n\n${own.map(lineOf).join('\n')}`] : []
  })
  const docs = changes.filter((each) => each.class === 'docs')
  const deprecated = docs.filter((each) => each.kind === 'deprecated')
  if (deprecated.length > 0) {
    sections.push(`### Deprecated\n\n${deprecated.map(lineOf).join('\n')}`)
  }
  const texts = docs.length - deprecated.length
  if (texts > 0) sections.push(`${texts} ${texts === 1 ? 'description' : 'descriptions'} changed.`)
  return sections.length > 0 ? sections.join('\n\n') : 'Nothing changed for callers.'
}

function lineOf({ subject, message, types, notes }: LocatedChange): string {
  const brought = types.length > 0 ? ` (with ${types.map(code).join(', ')})` : ''
  return `- ${code(subject)}: ${plain(message)}${brought}${plain(notesText(notes))}`
}

function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'")}\``
}

function plain(text: string): string {
  return printable(text)
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\*_[\]]/g, '\\$&')
}

/** A file for changesets: the semver step of each package, and what changed. */
export function changesetText(
  changes: readonly LocatedChange[],
  packages: readonly string[],
): string {
  const step = stepFor(changes)
  if (step === 'none') return '---\n---\n'
  const heads = packages.map((name) => `'${name.replaceAll("'", "''")}': ${step}`)
  return ['---', ...heads, '---', '', changelogText(changes), ''].join('\n')
}
