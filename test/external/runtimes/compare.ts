import { isDeepStrictEqual } from 'node:util'
import type { Places, Row, Table } from './hosts/host.js'
import { known } from './known.js'

export interface Comparison {
  readonly problems: readonly string[]
  /** How many situations end differently, by reason. */
  readonly differences: ReadonlyMap<string, number>
}

/**
 * Compares the results of a runtime with the standard. Known differences must still exist, exactly as listed.
 */
export function compare(
  runtime: string,
  part: Places['part'],
  found: Table,
  standard: Table,
): Comparison {
  const problems: string[] = []
  const differences = new Map<string, number>()
  for (const title of new Set([...Object.keys(standard), ...Object.keys(found)])) {
    let wanted: Row = standard[title] ?? {}
    for (const { why, runtimes, of, becomes } of known) {
      if (!runtimes.includes(runtime) || !of.test(`${part}: ${title}`)) continue
      wanted = becomes(wanted, title, found[title] ?? {})
      differences.set(why, (differences.get(why) ?? 0) + 1)
    }
    if (isDeepStrictEqual(found[title], wanted)) continue
    const [here, there] = [found[title], wanted].map((row) => JSON.stringify(row))
    problems.push(`${runtime}, ${part}: ${title}\n  found    ${here}\n  expected ${there}`)
  }
  return { problems, differences }
}
