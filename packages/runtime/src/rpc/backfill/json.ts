/** The value at a path of property names, or `undefined` where the path ends early. */
export function at(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

/** The items of an array; nothing for anything else, `null` above all. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A height or an index as it comes: a number, a decimal text, or left out for zero. */
export function count(value: unknown): number {
  return Number(value ?? 0)
}

/** The members of an object, without those for which `drop` holds; itself when there are none. */
export function without(
  value: unknown,
  drop: (member: unknown, name: string) => boolean,
): Record<string, unknown> {
  if (!isRecord(value)) return {}
  for (const name in value) {
    if (!drop(value[name], name)) continue
    return Object.fromEntries(Object.entries(value).filter(([name, member]) => !drop(member, name)))
  }
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
