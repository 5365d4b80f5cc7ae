/**
 * Some values and everything that they lead to, each once, in the order of a document. Values with the same key are the
 * same. Iterative, because chains in documents can be longer than the engine's call stack.
 */
export function* reached<Value>(
  start: Iterable<Value | undefined>,
  next: (value: Value) => Iterable<Value | undefined>,
  keyOf: (value: Value) => unknown = (value) => value,
): Generator<Value, void> {
  const seen = new Set<unknown>()
  const open = [...start].reverse()
  while (open.length > 0) {
    const value = open.pop()
    const key = value === undefined ? undefined : keyOf(value)
    if (value === undefined || seen.has(key)) continue
    seen.add(key)
    yield value
    for (const each of [...next(value)].reverse()) open.push(each)
  }
}
