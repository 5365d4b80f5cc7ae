/** Something that is wrong with the arguments of a call. */
export interface Fault {
  /** A JSON pointer into the arguments; empty for all of them. */
  readonly path: string
  /** What is expected instead. */
  readonly text: string
}

const MAX_FAULTS = 10

/** Collects faults, up to a number that is still useful to read. */
export class Faults {
  readonly list: Fault[] = []
  /** Members of a value that have no place among the arguments. */
  unknown = 0

  add(path: string, text: string, received?: unknown): undefined {
    if (this.list.length >= MAX_FAULTS) return undefined
    const shown = received === undefined ? '' : `; received ${show(received)}`
    this.list.push({ path, text: text + shown })
    return undefined
  }
}

export function pointer(path: string, name: string | number): string {
  return `${path}/${String(name).replace(/~/g, '~0').replace(/\//g, '~1')}`
}

/** A list of names or values, shortened if it is long. */
export function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 40).map((value) => JSON.stringify(value))
  const more = values.length - shown.length
  return `one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MAX_SHOWN = 60

/** A value as messages show it: its beginning, and never all of an object. */
function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    const first = names.slice(0, 5).map((name) => JSON.stringify(name.slice(0, MAX_SHOWN)))
    return `an object with ${names.length === 0 ? 'no members' : first.join(', ')}${names.length > 5 ? ', …' : ''}`
  }
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
