import type { Finding, Path } from '../check/finding.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'

/** What one call came to, as it can be told again. */
export interface Outcome {
  readonly payloads: readonly Payload[]
  readonly heard: readonly Heard[]
}

interface Heard {
  readonly payload: string
  readonly prefix: Path
  readonly findings: readonly Finding[]
}

/** The calls of a probe that was stopped, by the key of the call, and where those of this one are kept. */
export interface Journal {
  readonly finished: ReadonlyMap<string, Outcome>
  /** Sent, and stopped before an answer came. */
  readonly begun: ReadonlySet<string>
  readonly begin: (key: string) => void
  readonly finish: (key: string, outcome: Outcome) => void
}

export const NO_JOURNAL: Journal = {
  finished: new Map(),
  begun: new Set(),
  begin: () => {},
  finish: () => {},
}

/** Keeps what one call has to say, to be told when all calls have ended. */
export function listening(collector: Collector): {
  readonly collector: Collector
  readonly heard: readonly Heard[]
} {
  const heard: Heard[] = []
  const add: Collector['add'] = (payload, prefix, findings) => {
    heard.push({ payload, prefix, findings: findings.map((each) => kept(collector.shown(each))) })
  }
  return { collector: { ...collector, add }, heard }
}

/** Of the schema that does not hold, only its place is ever asked. */
function kept(finding: Finding): Finding {
  const { source } = finding.rule
  return { ...finding, rule: source ? { source } : {} }
}

/** Tells a collector what was heard. */
export function tell({ heard }: Outcome, collector: Collector): void {
  for (const { payload, prefix, findings } of heard) collector.add(payload, prefix, findings)
}
