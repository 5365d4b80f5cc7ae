import { race } from '../../../core/index.js'

/** How much is loaded at the same time, and how much may wait to be taken. */
export interface Limits {
  readonly concurrency: number
  /** Of everything that waits, together. */
  readonly characters: number
}

/** Hears how long the answers are. */
export type Weigh = (characters: number) => void

interface Load<Loaded> {
  readonly loaded: Promise<Loaded>
  readonly size: { characters: number }
}

/**
 * Loads at most `concurrency` things at the same time and gives them in order. What is loaded and
 * not yet taken is bounded as well: at twice that number, and in length, where what is on its way
 * counts as long as others have been.
 */
export async function* ordered<Item, Loaded>(
  items: AsyncIterator<Item, unknown>,
  load: (item: Item, weigh: Weigh) => Promise<Loaded>,
  { concurrency, characters }: Limits,
  signal: AbortSignal,
): AsyncGenerator<Loaded, undefined> {
  const loads: Load<Loaded>[] = []
  let running = 0
  let exhausted = false
  let held = 0
  /** How long things are of late. */
  let usual = 0
  let freed = (): void => {}

  function begin(item: Item): Load<Loaded> {
    running++
    const size = { characters: 0 }
    const loaded = load(item, (characters) => {
      size.characters += characters
    })
    const settled = (): void => {
      running--
      held += size.characters
      usual = usual === 0 ? size.characters : 0.8 * usual + 0.2 * size.characters
      freed()
    }
    loaded.then(settled, settled)
    return { loaded, size }
  }

  /** What is taken next is loaded in any case. */
  const hasRoom = (): boolean => loads.length === 0 || held + (running + 1) * usual <= characters

  /** Starts what may be started; items are asked for one after another. */
  async function start(): Promise<void> {
    while (!exhausted && running < concurrency && loads.length < 2 * concurrency && hasRoom()) {
      const { done, value } = await items.next()
      if (done) exhausted = true
      else loads.push(begin(value))
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
      const [first] = loads
      if (first) {
        const loaded = await race(first.loaded, signal)
        loads.shift()
        yield loaded
        held -= first.size.characters
      } else if (exhausted) {
        if (failure) throw failure.error
        return undefined
      } else if (starting) await race(starting, signal)
    }
  } finally {
    exhausted = true
  }
}
