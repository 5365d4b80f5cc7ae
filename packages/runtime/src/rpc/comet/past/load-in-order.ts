import { race } from '../../../core/index.js'

/**
 * Loads items concurrently and yields the results in order. Each item counts as its `size` at the time it is
 * requested: the items being loaded count at most `concurrency` together, and with those that wait to be
 * consumed, at most `most`.
 */
export async function* loadInOrder<Item, Loaded>(
  items: Iterator<Item, unknown> | AsyncIterator<Item, unknown>,
  load: (item: Item) => Promise<Loaded>,
  concurrency: number,
  signal: AbortSignal,
  most: () => number = () => 2 * concurrency,
  size: () => number = () => 1,
): AsyncGenerator<Loaded, undefined> {
  const loads: { readonly counts: number; readonly result: Promise<Loaded> }[] = []
  let running = 0
  let held = 0
  let asking: Promise<void> | undefined
  let exhausted = false

  /** Starts as many loads as the limits allow; items are requested one after another. */
  function start(): void {
    while (!exhausted && !asking) {
      const counts = size()
      if (running + counts > concurrency || held + counts > most()) return
      const next = items.next()
      if ('then' in next) asking = next.then((found) => take(found, counts), failed).then(start)
      else take(next, counts)
    }
  }

  function take(next: IteratorResult<Item, unknown>, counts: number): void {
    asking = undefined
    if (next.done === true) exhausted = true
    else add(load(next.value), counts)
  }

  function failed(error: unknown): void {
    exhausted = true
    add(Promise.reject(error), 0)
  }

  function add(result: Promise<Loaded>, counts: number): void {
    running += counts
    held += counts
    loads.push({ counts, result })
    const end = (): void => {
      running -= counts
      start()
    }
    result.then(end, end)
  }

  try {
    for (;;) {
      signal.throwIfAborted()
      start()
      const [first] = loads
      if (first) {
        const loaded = await race(first.result, signal)
        loads.shift()
        held -= first.counts
        yield loaded
      } else if (exhausted) return undefined
      else await race(Promise.resolve(asking), signal)
    }
  } finally {
    exhausted = true
    leave(items)
  }
}

/** Lets the source of items clean up. That may take a while, and its outcome does not matter. */
function leave(items: Iterator<unknown, unknown> | AsyncIterator<unknown, unknown>): void {
  const left = items.return?.()
  if (left && 'then' in left) left.then(undefined, () => {})
}
