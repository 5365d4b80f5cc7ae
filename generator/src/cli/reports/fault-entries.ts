import type { Finding } from '../../diagnostics/finding.js'
import type { ReportEntry } from './report.js'

/** The errors of a document that could not be read, and the warning that an old one could only be read in part. */
export function faultEntries(findings: readonly Finding[]): ReportEntry[] {
  return findings
    .filter((each) => each.severity === 'error' || each.code === 'TW7011')
    .map(({ code, severity, message, file, line, column }) => ({
      level: severity,
      rule: code,
      message,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      section: severity === 'error' ? 'Errors' : 'Warnings',
    }))
}
