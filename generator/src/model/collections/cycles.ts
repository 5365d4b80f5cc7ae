/** A directed graph: for each name, the names that it refers to. */
export type Graph = ReadonlyMap<string, readonly string[]>

interface Visit {
  readonly name: string
  readonly next: Iterator<string>
}

/**
 * The cycles of a graph: groups of names that all reach one another, and names that refer to themselves.
 * Tarjan's algorithm with an explicit stack, because chains in documents can be longer than the engine's call
 * stack.
 */
export function cyclesIn(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const onPath = new Set<string>()
  const cycles: string[][] = []

  const enter = (name: string): Visit => {
    order.set(name, order.size)
    lowest.set(name, order.get(name) ?? 0)
    path.push(name)
    onPath.add(name)
    return { name, next: (graph.get(name) ?? [])[Symbol.iterator]() }
  }

  const lower = (name: string, to: number | undefined): void => {
    lowest.set(name, Math.min(lowest.get(name) ?? 0, to ?? 0))
  }

  const leave = (name: string): void => {
    if (lowest.get(name) !== order.get(name)) return
    const group = path.splice(path.lastIndexOf(name))
    for (const each of group) onPath.delete(each)
    if (group.length > 1 || graph.get(name)?.includes(name)) cycles.push(group)
  }

  for (const start of graph.keys()) {
    if (order.has(start)) continue
    const open = [enter(start)]
    for (let visit = open.at(-1); visit; visit = open.at(-1)) {
      const { name, next } = visit
      const { done, value } = next.next()
      if (done) {
        open.pop()
        leave(name)
        const outer = open.at(-1)
        if (outer) lower(outer.name, lowest.get(name))
      } else if (!order.has(value)) {
        if (graph.has(value)) open.push(enter(value))
      } else if (onPath.has(value)) lower(name, order.get(value))
    }
  }
  return cycles
}
