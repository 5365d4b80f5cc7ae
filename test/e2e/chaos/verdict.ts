import type { ChaosReport } from './run.js'

/** The broken promises, in words. */
export function failuresIn(report: ChaosReport): string[] {
  const failures: string[] = []
  const none = (what: string, count: number): void => {
    if (count > 0) failures.push(`${count} ${what}`)
  }
  for (const { kind, events, missed, duplicated, outOfOrder, ended } of report.consumers) {
    none(`missed by ${kind}`, missed)
    none(`seen twice by ${kind}`, duplicated)
    none(`out of order for ${kind}`, outOfOrder)
    if (events === 0) failures.push(`${kind} saw nothing`)
    if (ended !== undefined) failures.push(`${kind} ended: ${ended}`)
  }
  none('transactions sent twice', report.sentTwice)
  none('transactions committed twice', report.committedTwice)
  const [early, late] = report.heapMB
  // What was seen and sent is kept for the comparison, some hundred bytes each.
  const notes = report.consumers.reduce((sum, { events }) => sum + events, report.transactions.sent)
  if (late - early > (notes * 300) / 2 ** 20 + 3)
    failures.push(`the heap grew from ${early} to ${late} MB`)
  return failures
}
