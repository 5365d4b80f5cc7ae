const MAX_LETTERS = 64

/**
 * The names of properties in the arguments: their own names, with characters that all providers
 * accept, and without duplicates.
 */
export function memberNames(
  names: readonly string[],
  taken: readonly string[] = [],
): readonly string[] {
  const used = new Set(taken)
  // Names that can stay as they are come first, whatever the order.
  const kept = new Set(names.filter((name) => isPlain(name) && !used.has(name)))
  const free = (base: string, count: number): string => {
    const ending = count === 1 ? '' : `_${count}`
    const name = base.slice(0, MAX_LETTERS - ending.length) + ending
    return used.has(name) || kept.has(name) ? free(base, count + 1) : name
  }
  return names.map((name) => {
    const isKept = kept.delete(name)
    const chosen = isKept ? name : free(letters(name), 1)
    used.add(chosen)
    return chosen
  })
}

/** Validators do not see a member that is named `__proto__`. */
function isPlain(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name) && name !== '__proto__'
}

function letters(name: string): string {
  return name === '__proto__' ? 'proto' : name.replace(/[^\w.-]+/g, '_') || '_'
}

/** Names of tools: at most 64 characters that all providers accept, and no duplicates. */
export function createToolNames(): (name: string) => string {
  const taken = new Set<string>()
  const free = (name: string, count: number): string => {
    const ending = count === 1 ? '' : `_${count}`
    const tried = fitting(name, MAX_LETTERS - ending.length) + ending
    return taken.has(tried.toLowerCase()) ? free(name, count + 1) : tried
  }
  return (name) => {
    const chosen = free(plain(name), 1)
    taken.add(chosen.toLowerCase())
    return chosen
  }
}

function plain(name: string): string {
  return name.replace(/[^\w-]+/g, '_').replace(/^_+(?=\w)/, '') || 'tool'
}

/**
 * A name that is too long ends in a hash of the whole name, so that it does not depend on other names.
 */
function fitting(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 9)}_${hash(name)}`
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (const letter of text) {
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return value.toString(16).padStart(8, '0')
}
