/**
 * Remembers results of the last run for a package while its document is being edited (`--watch`): those of
 * pure functions, by their complete input text. So it can only save time, and never change what is written.
 */
export interface Memory {
  /** The remembered result for this text, or a new one from `make`. */
  readonly recall: <Value>(kind: MemoryKind<Value>, text: string, make: () => Value) => Value
}

/** One for each function whose results are remembered. */
export class MemoryKind<Value> {
  readonly of = new WeakMap<object, Map<string, Value>>()
}

/** Remembers nothing: for the only run of a process. */
export const NO_MEMORY: Memory = { recall: (_kind, _text, make) => make() }

interface PackageMemory extends Memory {
  /** Call after a complete run: drops the results that it did not use. */
  readonly dropUnused: () => void
}

function createMemory(): PackageMemory {
  let before: object = {}
  let now: object = {}
  return {
    dropUnused: () => {
      before = now
      now = {}
    },
    recall: ({ of }, text, make) => {
      const known = of.get(now) ?? new Map()
      of.set(now, known)
      const value = known.get(text) ?? of.get(before)?.get(text) ?? make()
      known.set(text, value)
      return value
    },
  }
}

/** One memory for each package, by its key. */
export interface Memories {
  readonly of: (key: string) => PackageMemory
}

export function createMemories(): Memories {
  const memories = new Map<string, PackageMemory>()
  return {
    of: (key) => {
      const memory = memories.get(key) ?? createMemory()
      memories.set(key, memory)
      return memory
    },
  }
}
