import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface Way {
  readonly ok: boolean
  /** Why it cannot be otherwise. */
  readonly note?: string
}

/** What was found in the last run of a tool. */
export interface Found {
  readonly title: string
  readonly version: string
  /** The version of the Node that ran it, and the day. */
  readonly node: string
  readonly date: string
  readonly package: Way
  readonly sources: Way
}

const RESULTS = path.resolve('test/external/apps/results.json')
const DOCUMENTATION = path.resolve('docs/embedding.md')
const START = '<!-- written by `UPDATE=1 npx -y pnpm@12 tool apps` -->'
const END = '<!-- end -->'

/** Puts down what was found of a tool, beside what was found of others before, and writes the table anew. */
export function record(name: string, found: Found): void {
  const all = { ...readResults(), [name]: found }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(RESULTS, `${JSON.stringify(sorted, undefined, 2)}\n`)
  const text = readFileSync(DOCUMENTATION, 'utf8')
  writeFileSync(DOCUMENTATION, withTable(text, tableText(sorted)))
}

export function readResults(): Record<string, Found> {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
}

const HEAD = ['tool', 'package', 'sources inside the app', 'Node', 'run on']

/** The table of the documentation. */
export function tableText(found: Readonly<Record<string, Found>>): string {
  const rows = Object.values(found)
    .map((each) => [
      `${each.title} ${each.version}`,
      cell(each.package),
      cell(each.sources),
      each.node,
      each.date,
    ])
    .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'))
  const widths = HEAD.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const lines = [HEAD, ...rows].map(
    (row) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function cell({ ok, note }: Way): string {
  return note === undefined ? (ok ? 'yes' : 'no') : `${ok ? 'yes' : 'no'}: ${note}`
}

export function withTable(text: string, table: string): string {
  const [before = '', rest = ''] = text.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n\n${table}\n\n${END}${after}`
}
