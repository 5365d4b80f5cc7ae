/** Takes so many items, or all until one fits, and leaves the loop. */
export async function take<T>(
  source: AsyncIterable<T>,
  enough: number | ((item: T) => boolean),
): Promise<T[]> {
  const taken: T[] = []
  for await (const item of source) {
    taken.push(item)
    if (typeof enough === 'number' ? taken.length >= enough : enough(item)) break
  }
  return taken
}

/** Heights without a hole and without a repetition, the first one given. */
export function heightsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
