import type { ProbeResult } from '../../pipeline/probe.js'
import { leftOutLines, probeVerdict, seenText } from '../probe-text.js'
import { countText } from './count-text.js'
import type { Report, ReportEntry } from './report.js'

/** One entry per cause: mismatches that the same change of the document fixes are grouped. */
export function probeReport(result: ProbeResult): Report {
  const { fixes, mismatches, payloads } = result
  const entries = fixes.map(({ text, count, drift, file, line, column }): ReportEntry => {
    return {
      level: drift ? 'note' : 'error',
      rule: drift ? 'drift' : 'mismatch',
      message: `${text} (${seenText(count)})`,
      file,
      line,
      column,
      section: drift ? 'Drift' : 'Mismatches',
    }
  })
  const unfixed = mismatches.filter((each) => each.fix === undefined)
  const groups = new Map(unfixed.map((each) => [`${each.kind} ${each.at?.pointer}`, each]))
  const alone = [...groups.values()].map(
    ({ kind, drift, expected, received, pointer, at }): ReportEntry => ({
      level: drift ? 'note' : 'error',
      rule: kind,
      message: `${pointer}: expected ${expected}, received ${received}`,
      ...(at ? { file: at.file, line: at.line, column: at.column } : {}),
      section: drift ? 'Drift' : 'Mismatches',
    }),
  )
  const failed = payloads
    .filter((each) => each.outcome === 'failed')
    .map(
      ({ name, reason = '' }): ReportEntry => ({
        level: 'error',
        rule: 'failed',
        message: `${name}: ${reason}`,
        section: 'Failed',
      }),
    )
  const out = payloads.filter((each) => each.outcome === 'left-out')
  const leftOut: ReportEntry[] =
    out.length === 0
      ? []
      : [
          {
            level: 'note',
            rule: 'left-out',
            message: `${countText(out.length, 'recorded request')} left out: ${leftOutLines(out).join(', ')}`,
            section: 'Left out',
          },
        ]
  return {
    name: 'tagwire probe',
    summary: probeVerdict(result),
    entries: [...entries, ...alone, ...failed, ...leftOut],
  }
}
