import type { Problem } from '../errors.js'
import type { Finding, FindingKind, Plan, SourceLocation } from '../plan.js'

/** Colours, or none: `paint('red', text)`. */
export type Paint = (colour: 'red' | 'yellow' | 'cyan' | 'dim' | 'bold', text: string) => string

const CODES = { red: 31, yellow: 33, cyan: 36, dim: 2, bold: 1 } as const

export function paintIf(isColoured: boolean): Paint {
  return (colour, text) => (isColoured ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text)
}

const TITLES: Readonly<Record<FindingKind, string>> = {
  'by-hand': 'To do by hand',
  differs: 'Different from before',
  later: 'Goes on working, and could use more of tagwire',
}

export function planText(plan: Plan, isWritten: boolean, paint: Paint): string {
  const blocks: string[] = []
  if (plan.documents.length > 0) {
    const lines = plan.documents.map(
      ({ name, spec, schemaFile, out }) =>
        `  ${name}: ${spec}\n    ${schemaFile} → ${out}/schema.ts`,
    )
    blocks.push([paint('bold', 'Documents'), ...lines].join('\n'))
  }
  if (plan.changes.length > 0) {
    const verbs = { edit: 'change', create: 'create', delete: 'delete' }
    const lines = plan.changes.map(({ kind, file }) => `  ${verbs[kind]} ${file}`)
    const title = isWritten ? 'Changed' : 'Would change'
    blocks.push(
      [paint('bold', `${title} (${count(plan.changes.length, 'file')})`), ...lines].join('\n'),
    )
  }
  if (plan.rewrites.length > 0) {
    const lines = plan.rewrites.map(
      ({ location, what }) => `  ${paint('cyan', at(location))} ${what}`,
    )
    blocks.push([paint('bold', `Rewritten (${plan.rewrites.length})`), ...lines].join('\n'))
  }
  for (const kind of ['by-hand', 'differs', 'later'] as const) {
    const own = plan.findings.filter((each) => each.kind === kind)
    if (own.length > 0) blocks.push(findingsText(`${TITLES[kind]} (${own.length})`, own, paint))
  }
  if (plan.next.length > 0) {
    const title = isWritten ? 'Next' : 'After --write'
    blocks.push([paint('bold', title), ...plan.next.map((line) => `  ${line}`)].join('\n'))
  }
  return blocks.join('\n\n')
}

/** Findings that need the same are shown together, with what to do once. */
function findingsText(title: string, findings: readonly Finding[], paint: Paint): string {
  const todos = [...new Set(findings.map(({ todo }) => todo))]
  const lines = todos.flatMap((todo) => [
    `  ${todo}`,
    ...findings
      .filter((each) => each.todo === todo)
      .map(({ location, what }) => `    ${paint('cyan', at(location))} ${paint('dim', what)}`),
  ])
  return [paint('bold', title), ...lines].join('\n')
}

/** One block for an error: what, where, the line, and what to do. */
export function problemText(
  { code, message, location, line, help }: Problem,
  paint: Paint,
): string {
  const where = location ? `${at(location)} ` : ''
  const lines = [`${where}${paint('red', `error ${code}`)} ${message}`]
  if (location && line !== undefined) {
    const number = String(location.line)
    const pad = ' '.repeat(number.length)
    // A long line is cut around the place.
    const from = Math.max(0, location.column - 60)
    const shown = line
      .replace(/\r$/, '')
      .replace(/\t/g, ' ')
      .slice(from, from + 100)
    lines.push(`  ${number} | ${shown}`, `  ${pad} | ${' '.repeat(location.column - 1 - from)}^`)
  }
  lines.push(`  help: ${help}`)
  return lines.join('\n')
}

function at({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
