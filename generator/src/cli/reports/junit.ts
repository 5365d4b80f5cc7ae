import { printable } from '../../diagnostics/print.js'
import type { Report, ReportEntry } from './report.js'

/** JUnit XML: a test for each finding, and one that passes if there are none. */
export function junitText(reports: readonly Report[]): string {
  const suites = reports.map(suiteOf).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites}\n</testsuites>`
}

function suiteOf({ name, summary, entries }: Report): string {
  const failures = entries.filter((each) => each.level === 'error').length
  const cases =
    entries.length > 0 ? entries.map((each) => caseOf(name, each)) : [passed(name, summary)]
  const head = `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}">`
  return [head, ...cases, '  </testsuite>'].join('\n')
}

function passed(name: string, summary: string): string {
  return `    <testcase classname="${xml(name)}" name="${xml(summary)}"/>`
}

function caseOf(suite: string, entry: ReportEntry): string {
  const { level, rule, message, file, line } = entry
  const location = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`
  const head = `    <testcase classname="${xml(suite)}" name="${xml(`${rule}: ${message}${location}`)}"`
  if (level !== 'error') return `${head}/>`
  return `${head}>\n      <failure type="${xml(rule)}" message="${xml(message)}"/>\n    </testcase>`
}

function xml(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
