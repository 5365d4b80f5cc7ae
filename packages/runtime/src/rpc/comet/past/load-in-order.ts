/** How loading an item ended. */
type Loading<Loaded> =
  | { readonly state: 'loaded'; readonly value: Loaded }
  | { readonly state: 'failed'; readonly error: unknown }

/**
 * Loads items concurrently and yields the results in order. Each item counts as its `size` at the time it is
 * requested: the items being loaded count at most `concurrency` together, and with those that wait to be
 * consumed, at most `most`. Results come in bursts, so those that are there already are yielded without
 * waiting.
 */
export async function* loadInOrder<Item, Loaded>(
  items: Iterator<Item, unknown> | AsyncIterator<Item, unknown>,
  load: (item: Item) => Promise<Loaded>,
  concurrency: number,
  signal: AbortSignal,
  most: () => number = () => 2 * concurrency,
  size: () => number = () => 1,
): AsyncGenerator<Loaded, undefined> {
  const loads: { readonly counts: number; ended?: Loading<Loaded> }[] = []
  let running = 0
  let held = 0
  let asking = false
  let exhausted = false
  let wake = (): void => {}

  /** Starts as many loads as the limits allow; items are requested one after another. */
  function start(): void {
    while (!exhausted && !asking) {
      const counts = size()
      if (running + counts > concurrency || held + counts > most()) return
      const next = items.next()
      if ('then' in next) {
        asking = true
        next.then((found) => take(found, counts), failed).then(go)
      } else take(next, counts)
    }
  }

  function take(next: IteratorResult<Item, unknown>, counts: number): void {
    asking = false
    if (next.done === true) {
      exhausted = true
      return
    }
    running += counts
    held += counts
    const own: (typeof loads)[number] = { counts }
    loads.push(own)
    const end = (ended: Loading<Loaded>): void => {
      own.ended = ended
      running -= counts
      go()
    }
    load(next.value).then(
      (value) => end({ state: 'loaded', value }),
      (error: unknown) => end({ state: 'failed', error }),
    )
  }

  function failed(error: unknown): void {
    exhausted = true
    loads.push({ counts: 0, ended: { state: 'failed', error } })
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
      const first = loads[0]
      const ended = first?.ended
      if (ended) {
        loads.shift()
        held -= first.counts
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
    leave(items)
  }
}

/** Lets the source of items clean up. That may take a while, and its outcome does not matter. */
function leave(items: Iterator<unknown, unknown> | AsyncIterator<unknown, unknown>): void {
  const left = items.return?.()
  if (left && 'then' in left) left.then(undefined, () => {})
}
