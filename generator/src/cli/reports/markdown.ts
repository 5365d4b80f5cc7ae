import { printable } from '../../diagnostics/print.js'
import type { Report, ReportEntry } from './report.js'

/** More rows would not fit into a comment of a pull request. */
const MAX_ROWS = 100

/** A section of a comment for a pull request. */
export function markdownText({ name, summary, entries }: Report): string {
  const sections = [...new Set(entries.map((each) => each.section))].map((section) => {
    const own = entries.filter((each) => each.section === section)
    const rows = own.slice(0, MAX_ROWS).map(rowOf)
    const more = own.length - rows.length
    return [
      `**${cell(section)} (${own.length})**`,
      '',
      '| where | what |',
      '| --- | --- |',
      ...rows,
      ...(more > 0 ? ['', `and ${more} more`] : []),
    ].join('\n')
  })
  return [`### ${cell(name)}`, cell(summary), ...sections].join('\n\n')
}

function rowOf({ file, line, rule, message }: ReportEntry): string {
  const location =
    file === undefined ? '' : `${code(file + (line === undefined ? '' : `:${line}`))} `
  return `| ${location}${code(rule)} | ${cell(message)} |`
}

function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

/** Escapes document text: no Markdown, no HTML, no mentions, no end of the table. */
function cell(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replaceAll(/[\\`*_[\]|#!]/g, '\\$&')
}
