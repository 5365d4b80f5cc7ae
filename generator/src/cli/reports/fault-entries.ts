import type { Finding } from '../../diagnostics/finding.js'
import type { ReportEntry } from './report.js'

/** The errors of a document that could not be read. */
export function faultEntries(findings: readonly Finding[]): ReportEntry[] {
  return findings
    .filter((each) => each.severity === 'error')
    .map(({ code, message, file, line, column }) => ({
      level: 'error',
      rule: code,
      message,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      section: 'Errors',
    }))
}
