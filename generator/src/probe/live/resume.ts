import type { Finding, Path } from '../../check/finding.js'
import type { Lesson } from '../lessons.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'

/** The outcome of one call, in a form that can be reported again. */
export interface Outcome {
  readonly payloads: readonly Payload[]
  readonly buffered: readonly BufferedFindings[]
}

interface BufferedFindings {
  readonly payload: string
  readonly prefix: Path
  readonly findings: readonly Finding[]
  readonly lesson?: Lesson
}

/** The calls of an interrupted probe by key, and callbacks that record those of this one. */
export interface Journal {
  readonly finished: ReadonlyMap<string, Outcome>
  /** Calls that were sent, but interrupted before a response arrived. */
  readonly started: ReadonlySet<string>
  readonly begin: (key: string) => void
  readonly finish: (key: string, outcome: Outcome) => void
}

export const NO_JOURNAL: Journal = {
  finished: new Map(),
  started: new Set(),
  begin: () => {},
  finish: () => {},
}

/** Buffers the findings of a call, to be reported once all calls have ended. */
export function bufferFindings(collector: Collector): {
  readonly collector: Collector
  readonly buffered: readonly BufferedFindings[]
} {
  const buffered: BufferedFindings[] = []
  const add: Collector['add'] = (payload, prefix, findings, lesson) => {
    buffered.push({
      ...(lesson ? { lesson } : {}),
      payload,
      prefix,
      findings: findings.map((each) => storable(collector.shown(each))),
    })
  }
  return { collector: { ...collector, add }, buffered }
}

/** Of the schema in a finding, only the location is needed later. */
function storable(finding: Finding): Finding {
  const { source } = finding.rule
  return { ...finding, rule: source ? { source } : {} }
}

/** Replays buffered findings to a collector. */
export function replay({ buffered }: Outcome, collector: Collector): void {
  for (const { payload, prefix, findings, lesson } of buffered) {
    collector.add(payload, prefix, findings, lesson)
  }
}
