import type { Shape } from '../../model/shapes/shape.js'
import { type Node, sourceKey } from '../../source/node.js'

/** What schemas that were met before are, by their places. */
export type Known = Map<string, boolean>

/**
 * Reads what a schema is only once, because schemas can refer to the same ones again and again. While it is being read,
 * the answer is no.
 */
export function readOnce(known: Known, schema: Node, read: () => boolean): boolean {
  const key = sourceKey(schema.source)
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, false)
  const found = read()
  known.set(key, found)
  return found
}

/** Reads a shape once. While it is being read, its value is provisionally any JSON. */
export function lazily(read: () => Shape): () => Shape {
  let shape: Shape | undefined
  let reading = false
  return () => {
    if (shape) return shape
    if (reading) return { kind: 'json' }
    reading = true
    try {
      shape = read()
      return shape
    } finally {
      reading = false
    }
  }
}
