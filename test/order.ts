import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What waits most of its time: for blocks, for connections that end, for deadlines. */
const WAITS =
  /\/e2e\/(?:node|chaos|routing\/programs)|\/unit\/runtime\/(?:core\/waiter|http\/(?:leaks|failures|retries|streams|waiter)|rpc\/(?:socket|subscribe|comet)\/)|\/cli\/commands\/watch/

/** What works most, the longest first: begun last, it would be waited for alone. */
const WORKS = [
  // What starts processes, before all: that takes 2 ms while a process is small, and 12 ms once it has 400 MB.
  /\/unit\/cli\/(?:many|process|usage|commands\/(?:ci|diff-formats|probe\.))|\/packages\/(?:manifests|emitters\/mcp)/,
  /\/property\/|\/(?:lower\/limits|pipeline\/growth)|\/conformance\//,
  /\/golden\//,
  /\/unit\/cli\/|\/packages\//,
]
const STARTS_NODES = [/\/e2e\//]

const rankIn =
  (ranks: readonly RegExp[]) =>
  ({ moduleId }: TestSpecification): number => {
    const rank = ranks.findIndex((each) => each.test(moduleId))
    return rank === -1 ? ranks.length : rank
  }

const sortedBy = (
  files: readonly TestSpecification[],
  rank: (file: TestSpecification) => number,
): TestSpecification[] => [...files].sort((left, right) => rank(left) - rank(right))

/** Files that wait go beside files that work, so that no processor has nothing to do. */
export class WaitingBesideWorking extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ moduleId }: TestSpecification): boolean => WAITS.test(moduleId)
    const waiting = sortedBy(sorted.filter(waits), rankIn(STARTS_NODES))
    const working = sortedBy(
      sorted.filter((each) => !waits(each)),
      rankIn(WORKS),
    )
    return working
      .flatMap((each, index) => [waiting[index], each])
      .concat(waiting.slice(working.length))
      .filter((each) => each !== undefined)
  }
}
