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

/** Files that work for each one that waits. With one, all processes waited at the same time for half a minute. */
const WORKING_BESIDE_WAITING = 2

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
    const step = WORKING_BESIDE_WAITING
    return working
      .flatMap((each, index) => [index % step === 0 ? waiting[index / step] : undefined, each])
      .concat(waiting.slice(Math.ceil(working.length / step)))
      .filter((each) => each !== undefined)
  }
}
