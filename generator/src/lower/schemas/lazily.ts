import type { Shape } from '../../model/shapes/shape.js'

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
