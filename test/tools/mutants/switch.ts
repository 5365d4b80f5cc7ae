/** One mutation that was chosen, with the number by which it is switched on. */
export interface Mutant {
  readonly id: number
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What the mutated code asks, and what it leaves for the runner. One for each process that runs tests. */
export interface Switch {
  /** The mutant that is on, or 0. */
  active: number
  /** How often each mutant was reached since the last reset. */
  readonly reached: Map<number, number>
  /** Mutants that were reached outside of tests: while modules were loaded, or in a hook. */
  readonly outside: Set<number>
  readonly killed: Set<number>
  inTest: boolean
  /**
   * How often mutants may still be reached until the test is stopped: a mutated loop may never end.
   */
  budget: number
}

declare global {
  var mutantSwitch: Switch | undefined
}

/**
 * All mutants of a file together, each behind its number: `a < b` becomes `(isMutant(7) ? (a <= b) : (a <
 * b))`.
 */
export function withSwitches(
  text: string,
  mutants: readonly Mutant[],
  statementStarts: ReadonlySet<number>,
): string {
  const sorted = mutants.toSorted((left, right) => left.start - right.start || right.end - left.end)
  let next = 0
  const render = (start: number, end: number): string => {
    let rendered = ''
    let at = start
    for (let mutant = sorted[next]; mutant && mutant.start < end; mutant = sorted[next]) {
      next++
      const original = render(mutant.start, mutant.end)
      const keyword = statementStarts.has(mutant.start) ? 'void ' : ''
      const choice = `${keyword}(isMutant(${mutant.id}) ? (${mutant.text}) : (${original}))`
      rendered += text.slice(at, mutant.start) + choice
      at = mutant.end
    }
    return rendered + text.slice(at, end)
  }
  return render(0, text.length)
}
