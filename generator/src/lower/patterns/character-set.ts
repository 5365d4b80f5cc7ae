/**
 * A set of characters: code points with the `u` flag, UTF-16 units without. Ranges of first and last
 * character, sorted and not overlapping or adjacent.
 */
export type CharacterSet = readonly (readonly [first: number, last: number])[]

const LAST_CODE_POINT = 0x10ffff

export const DIGITS: CharacterSet = [[48, 57]]

export const WORD: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]

/** White space and line ends, as ECMA-262 lists them. */
export const SPACES: CharacterSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

/** Characters that a dot does not match. */
export const LINE_ENDS: CharacterSet = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]

export function union(...sets: readonly CharacterSet[]): CharacterSet {
  const merged: [number, number][] = []
  for (const [first, last] of sets.flat().sort(([left], [right]) => left - right)) {
    const before = merged.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged
}

export function complement(set: CharacterSet): CharacterSet {
  const left: [number, number][] = []
  let next = 0
  for (const [first, last] of set) {
    if (next < first) left.push([next, first - 1])
    next = last + 1
  }
  if (next <= LAST_CODE_POINT) left.push([next, LAST_CODE_POINT])
  return left
}

let everything: string | undefined

const SURROGATES: readonly [number, number] = [0xd800, 0xdfff]

/** All characters in order, without surrogates, which would combine with each other. */
function everyCharacter(): string {
  if (everything !== undefined) return everything
  const parts: string[] = []
  for (let code = 0; code <= LAST_CODE_POINT; code++) {
    if (code < SURROGATES[0] || code > SURROGATES[1]) parts.push(String.fromCodePoint(code))
  }
  everything = parts.join('')
  return everything
}

/** The characters that `\p{…}` matches, determined by trying them in the engine. */
export function charactersLike(source: string): CharacterSet {
  const found: [number, number][] = []
  for (const [run] of everyCharacter().matchAll(new RegExp(`${source}+`, 'gu'))) {
    const first = run.codePointAt(0) ?? 0
    const lastUnit = run.charCodeAt(run.length - 1)
    const isPair = lastUnit >= SURROGATES[0] && lastUnit <= SURROGATES[1]
    const last = run.codePointAt(run.length - (isPair ? 2 : 1)) ?? first
    // A range across the surrogates is split into two.
    if (first < SURROGATES[0] && last > SURROGATES[1]) {
      found.push([first, SURROGATES[0] - 1], [SURROGATES[1] + 1, last])
    } else found.push([first, last])
  }
  const expression = new RegExp(source, 'u')
  for (let code = SURROGATES[0]; code <= SURROGATES[1]; code++) {
    if (expression.test(String.fromCharCode(code))) found.push([code, code])
  }
  return union(found)
}

/**
 * Equivalence classes of characters: for each one, the indices of the sets that contain it. An expression
 * that consists of these sets cannot distinguish characters of one class.
 */
export function kindsOfCharacters(sets: readonly CharacterSet[]): readonly ReadonlySet<number>[] {
  const edges = new Map<number, { enter: number[]; leave: number[] }>()
  const edgeAt = (code: number): { enter: number[]; leave: number[] } => {
    const edge = edges.get(code) ?? { enter: [], leave: [] }
    edges.set(code, edge)
    return edge
  }
  for (const [index, set] of sets.entries()) {
    for (const [first, last] of set) {
      edgeAt(first).enter.push(index)
      edgeAt(last + 1).leave.push(index)
    }
  }
  const inside = new Set<number>()
  const kinds = new Map<string, ReadonlySet<number>>()
  for (const code of [...edges.keys()].sort((left, right) => left - right)) {
    const { enter, leave } = edgeAt(code)
    for (const index of leave) inside.delete(index)
    for (const index of enter) inside.add(index)
    const key = [...inside].sort((left, right) => left - right).join()
    if (inside.size > 0 && !kinds.has(key)) kinds.set(key, new Set(inside))
  }
  return [...kinds.values()]
}
