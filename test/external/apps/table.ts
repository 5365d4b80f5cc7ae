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
  readonly package: Way
  readonly sources: Way
}

/** Tools that have no app here yet. */
const OTHERS = ['Angular', 'Metro, Expo', 'Nuxt']

const RESULTS = path.resolve('test/external/apps/results.json')
const DOCUMENTATION = path.resolve('docs/embedding.md')
const START = '<!-- written by `UPDATE=1 npx -y pnpm@12 test:apps` -->'
const END = '<!-- end -->'

/** Puts down what was found now, beside what was found of other tools before, and writes the table anew. */
export function record(found: Readonly<Record<string, Found>>): void {
  const all = { ...readResults(), ...found }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(RESULTS, `${JSON.stringify(sorted, undefined, 2)}\n`)
  const text = readFileSync(DOCUMENTATION, 'utf8')
  writeFileSync(DOCUMENTATION, withTable(text, tableText(sorted)))
}

export function readResults(): Record<string, Found> {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
}

/** The table of the documentation. */
export function tableText(found: Readonly<Record<string, Found>>): string {
  const rows = Object.values(found).map((each): [string, string, string] => [
    `${each.title} ${each.version}`,
    cell(each.package),
    cell(each.sources),
  ])
  const open = OTHERS.map((title): [string, string, string] => [title, 'not run', 'not run'])
  const all: [string, string, string][] = [
    ['tool', 'package', 'sources inside the app'],
    ...[...rows, ...open].sort(([a], [b]) => a.localeCompare(b, 'en')),
  ]
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const [head = '', ...body] = all.map(
    (row) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [head, line, ...body].join('\n')
}

function cell({ ok, note }: Way): string {
  return note === undefined ? (ok ? 'yes' : 'no') : `${ok ? 'yes' : 'no'}: ${note}`
}

export function withTable(text: string, table: string): string {
  const [before = '', rest = ''] = text.split(START)
  const [, after = ''] = rest.split(END)
  return `${before}${START}\n\n${table}\n\n${END}${after}`
}
