import { race } from '../../../core/index.js'

/**
 * Loads at most `concurrency` things at the same time and gives them in order. What is loaded and
 * not yet taken is bounded as well, at twice that number.
 */
export async function* ordered<Item, Loaded>(
  items: AsyncIterator<Item, unknown>,
  load: (item: Item) => Promise<Loaded>,
  concurrency: number,
  signal: AbortSignal,
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
    while (!exhausted && running < concurrency && loads.length < 2 * concurrency) {
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
