import { race } from '../../../core/index.js'

/**
 * Loads at most `concurrency` items concurrently and yields the results in order. The number of results
 * that are loading or wait to be consumed is bounded, too, by `mostLoads`.
 */
export async function* ordered<Item, Loaded>(
  items: AsyncIterator<Item, unknown>,
  load: (item: Item) => Promise<Loaded>,
  concurrency: number,
  signal: AbortSignal,
  mostLoads: () => number = () => 2 * concurrency,
): AsyncGenerator<Loaded, undefined> {
  const loads: Promise<Loaded>[] = []
  let running = 0
  let exhausted = false
  let freed = (): void => {}
  const settled = (): void => {
    running--
    freed()
  }

  /** Starts what may be started; items are asked for one after another. */
  async function start(): Promise<void> {
    while (!exhausted && running < concurrency && loads.length < mostLoads()) {
      const next = await items.next()
      if (next.done === true) exhausted = true
      else {
        running++
        const loading = load(next.value)
        loading.then(settled, settled)
        loads.push(loading)
      }
    }
  }

  let starting: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined
  const pump = (): void => {
    starting ??= start()
      .catch((error: unknown) => {
        failure = { error }
        exhausted = true
      })
      .finally(() => {
        starting = undefined
      })
  }
  freed = pump
  try {
    for (;;) {
      pump()
      const first = loads[0]
      if (first) {
        const loaded = await race(first, signal)
        loads.shift()
        yield loaded
      } else if (exhausted) {
        if (failure) throw failure.error
        return undefined
      } else if (starting) await race(starting, signal)
    }
  } finally {
    exhausted = true
  }
}
