/** Where something stands in a value. */
export type Path = readonly (string | number)[]

/** A value with something else at one place, or with nothing there. */
export function changed(
  value: unknown,
  { path, to, gone }: { readonly path: Path; readonly to?: unknown; readonly gone?: true },
): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  const inside: unknown = Reflect.get(Object(value), key)
  const now = rest.length > 0 ? changed(inside, { path: rest, to, ...(gone ? { gone } : {}) }) : to
  const isGone = rest.length === 0 && gone
  if (Array.isArray(value)) {
    const items: unknown[] = [...value]
    items.splice(Number(key), 1, ...(isGone ? [] : [now]))
    return items
  }
  const others = Object.entries(Object(value))
  if (isGone) return Object.fromEntries(others.filter(([name]) => name !== key))
  if (!others.some(([name]) => name === key)) return Object.fromEntries([...others, [key, now]])
  return Object.fromEntries(others.map(([name, each]) => [name, name === key ? now : each]))
}

/** A place as messages write it. */
export function textOf(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}
