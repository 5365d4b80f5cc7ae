import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long, in this order: begun last, it would be waited for alone. */
const SLOW = [
  /\/e2e\/(?:node\/(?:resume|network)|chaos\/)/,
  /\/e2e\/node\//,
  /\/property\//,
  /\/golden\//,
  /\/unit\/runtime\/(?:core\/waiter|http\/leaks|rpc\/socket\/web-socket)/,
  /\/unit\/(?:cli|diagnostics)\/|\/packages\//,
]

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOW.findIndex((each) => each.test(moduleId))
  return rank === -1 ? SLOW.length : rank
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((left, right) => rankOf(left) - rankOf(right))
  }
}
