import type { Report, ReportEntry } from './report.js'

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const

/** Annotations of GitHub Actions, one per line. Nothing in a message can start another command. */
export function githubText({ name, entries }: Report): string {
  return entries.map((each) => annotation(name, each)).join('\n')
}

function annotation(name: string, entry: ReportEntry): string {
  const { level, rule, message } = entry
  const { file, line, column } = entry.near ?? entry
  const location = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(`${name}: ${rule}`)}`,
  ]
  return `::${COMMANDS[level]} ${location.join(',')}::${data(message)}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
