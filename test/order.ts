import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What waits most of its time: for blocks, for connections that end, for deadlines. */
const WAITS =
  /\/e2e\/(?:node|chaos)\/|\/unit\/runtime\/(?:core\/waiter|http\/(?:leaks|failures|retries|streams|waiter)|rpc\/(?:socket|subscribe|comet)\/)|\/cli\/commands\/watch/

/** What works most, the longest first: begun last, it would be waited for alone. */
const WORKS = [/\/property\/|\/pipeline\/growth/, /\/golden\//, /\/unit\/cli\/|\/packages\//]

function rankOf({ moduleId }: TestSpecification): number {
  const rank = WORKS.findIndex((each) => each.test(moduleId))
  return rank === -1 ? WORKS.length : rank
}

/** Files that wait go beside files that work, so that no processor has nothing to do. */
export class WaitingBesideWorking extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waiting = sorted.filter(({ moduleId }) => WAITS.test(moduleId))
    const working = sorted
      .filter(({ moduleId }) => !WAITS.test(moduleId))
      .sort((left, right) => rankOf(left) - rankOf(right))
    return working
      .flatMap((each, index) => [waiting[index], each])
      .concat(waiting.slice(working.length))
      .filter((each) => each !== undefined)
  }
}
