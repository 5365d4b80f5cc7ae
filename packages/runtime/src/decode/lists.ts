import { DecodeError, decodeAt, encodeAt, type Step } from './step.js'

export function list<Memory>(items: Step | ByteStep<Memory>): Step {
  return {
    decode: (value, keep) => {
      if (value === null || value === undefined) return value
      if (!Array.isArray(value)) return unlike('an array', value, keep)
      const filled = 'newMemory' in items ? inChunks(value, items) : undefined
      return filled ?? value.map((each, at) => decodeAt(items, each, keep, at))
    },
    encode: (value) =>
      Array.isArray(value) ? value.map((each, at) => encodeAt(items, each, at)) : value,
  }
}

export function tuple(steps: readonly (Step | undefined)[], rest?: Step): Step {
  const stepAt = (at: number): Step | undefined => (at < steps.length ? steps[at] : rest)
  return {
    decode: (value, keep) => {
      if (value === null || value === undefined) return value
      if (!Array.isArray(value)) return unlike('an array', value, keep)
      return value.map((each: unknown, at) => {
        const step = stepAt(at)
        return step ? decodeAt(step, each, keep, at) : each
      })
    },
    encode: (value) =>
      Array.isArray(value)
        ? value.map((each: unknown, at) => {
            const step = stepAt(at)
            return step ? encodeAt(step, each, at) : each
          })
        : value,
  }
}

export function unlike(expected: string, value: unknown, keep: boolean): unknown {
  if (keep) return value
  throw new DecodeError(expected, value)
}

/** A step that decodes to bytes, so that a list of them can share memory. */
export interface ByteStep<Memory = unknown> extends Step {
  /** The bytes of a chunk: small, because a chunk lives as long as any of its views. */
  readonly chunk: number
  readonly sizeOf: (text: string) => number | undefined
  readonly newMemory: (size: number) => Memory
  /** Decodes into memory, and returns a view of it. */
  readonly read: (text: string, size: number, memory: Memory, at: number) => Uint8Array | undefined
}

export function chunked<Memory>(step: ByteStep<Memory>): ByteStep<Memory> {
  return step
}

/**
 * All items as views into chunks of this list, because a view costs a fiftieth of an array of its own; `undefined`
 * if one of them cannot be decoded.
 */
function inChunks<Memory>(
  values: readonly unknown[],
  step: ByteStep<Memory>,
): Uint8Array[] | undefined {
  const sizes: number[] = []
  for (const value of values) {
    const size = typeof value === 'string' ? step.sizeOf(value) : undefined
    if (size === undefined) return undefined
    sizes.push(size)
  }
  const decoded: Uint8Array[] = []
  let memory: Memory | undefined
  let free = 0
  let used = 0
  for (let at = 0; at < sizes.length; at++) {
    const size = sizes[at] ?? 0
    const text = values[at]
    if (memory === undefined || used + size > free) {
      free = chunkSize(sizes, at, step.chunk)
      memory = step.newMemory(free)
      used = 0
    }
    const bytes = typeof text === 'string' ? step.read(text, size, memory, used) : undefined
    if (!bytes) return undefined
    decoded.push(bytes)
    used += size
  }
  return decoded
}

/** The exact size of as many of the next items as fit into one chunk. */
function chunkSize(sizes: readonly number[], from: number, limit: number): number {
  let total = sizes[from] ?? 0
  for (let at = from + 1; at < sizes.length; at++) {
    const next = total + (sizes[at] ?? 0)
    if (next > limit) break
    total = next
  }
  return total
}
