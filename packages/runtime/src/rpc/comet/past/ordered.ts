/** How loading an item ended. */
type Loading<Loaded> =
  | { readonly state: 'loaded'; readonly value: Loaded }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Loads at most `concurrency` items concurrently and yields the results in order. The number of results
 * that are loading or wait to be consumed is bounded, too, by `mostLoads`. Results come in bursts, so those
 * that are there already are yielded without waiting.
 */
export async function* ordered<Item, Loaded>(
  items: Iterator<Item, unknown> | AsyncIterator<Item, unknown>,
  load: (item: Item) => Promise<Loaded>,
  concurrency: number,
  signal: AbortSignal,
  mostLoads: () => number = () => 2 * concurrency,
): AsyncGenerator<Loaded, undefined> {
  const loads: { ended?: Loading<Loaded> }[] = []
  let running = 0
  let asking = false
  let exhausted = false
  let wake = (): void => {}

  /** Starts what may be started; items are asked for one after another. */
  function start(): void {
    while (!exhausted && !asking && running < concurrency && loads.length < mostLoads()) {
      const next = items.next()
      if ('then' in next) {
        asking = true
        next.then(take, failed).then(go)
      } else take(next)
    }
  }

  function take(next: IteratorResult<Item, unknown>): void {
    asking = false
    if (next.done === true) {
      exhausted = true
      return
    }
    running++
    const own: { ended?: Loading<Loaded> } = {}
    loads.push(own)
    const end = (ended: Loading<Loaded>): void => {
      own.ended = ended
      running--
      go()
    }
    load(next.value).then(
      (value) => end({ state: 'loaded', value }),
      (error: unknown) => end({ state: 'failed', error }),
    )
  }

  function failed(error: unknown): void {
    exhausted = true
    loads.push({ ended: { state: 'failed', error } })
  }

  function go(): void {
    start()
    if (loads[0] ? loads[0].ended : exhausted) wake()
  }

  const stop = (): void => wake()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      signal.throwIfAborted()
      start()
      const ended = loads[0]?.ended
      if (ended) {
        loads.shift()
        if (ended.state === 'failed') throw ended.error
        yield ended.value
      } else if (exhausted && loads.length === 0) return undefined
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    exhausted = true
    signal.removeEventListener('abort', stop)
  }
}
