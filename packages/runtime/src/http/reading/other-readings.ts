import { isList, type RecordType, type TextType } from './text-type.js'

/**
 * The types of all that a text can stand for besides what it is read as first: `3` is a number, and a text where the
 * document allows any text but only numbers below 3; one text is itself, and a list of one item.
 */
export function otherTypes<Type extends TextType>(type: Type): Type[] {
  const first = JSON.stringify(type)
  return [preferring(type, 'text'), preferring(type, 'list')].filter(
    (each, at, all) =>
      JSON.stringify(each) !== first &&
      all.findIndex((other) => JSON.stringify(other) === JSON.stringify(each)) === at,
  )
}

function preferring<Type extends TextType>(type: Type, what: 'text' | 'list'): Type
function preferring(type: TextType, what: 'text' | 'list'): TextType {
  if (typeof type === 'string') return type
  if (isList(type)) return [preferring(type[0], what)]
  if ('members' in type) return recordPreferring(type, what)
  if (!('either' in type)) return type
  const records = type.either.filter((each) => typeof each !== 'string' && 'members' in each)
  const preferred =
    what === 'text' ? type.either.filter((each) => each === 'text') : type.either.filter(isListType)
  const kept = preferred.length > 0 ? [...preferred, ...records] : type.either
  return { either: kept.map((each) => preferring(each, what)) }
}

function recordPreferring({ members, rest }: RecordType, what: 'text' | 'list'): RecordType {
  return {
    members: Object.fromEntries(
      Object.entries(members).map(([name, each]) => [name, preferring(each, what)]),
    ),
    ...(rest === undefined ? {} : { rest: preferring(rest, what) }),
  }
}

function isListType(type: TextType): boolean {
  return typeof type !== 'string' && isList(type)
}

type Step = string | number

/** A value, and what is wrong with it. */
export interface Settled<Found> {
  readonly value: unknown
  readonly found: readonly Found[]
}

/** What was read first, with the values of other readings at the places where those are valid and it is not. */
export function settle<Found>(
  read: unknown,
  others: readonly unknown[],
  findingsOf: (value: unknown) => readonly Found[],
  pathOf: (found: Found) => readonly Step[],
): Settled<Found> {
  let settled: Settled<Found> = { value: read, found: findingsOf(read) }
  for (const other of others) {
    if (settled.found.length === 0) break
    // All places at once, so that a request with a thousand faults is checked as often as one with two.
    const paths = settled.found.map(pathOf)
    const all = findingsOf(withValuesAt(settled.value, other, paths))
    const left = new Set(all.flatMap((each) => prefixesOf(pathOf(each))))
    const valid = paths.filter((each) => !left.has(JSON.stringify(each)))
    if (valid.length === 0) continue
    const value = withValuesAt(settled.value, other, valid)
    const found = findingsOf(value)
    if (found.length < settled.found.length) settled = { value, found }
  }
  return settled
}

function prefixesOf(path: readonly Step[]): string[] {
  return [...path.keys(), path.length].map((length) => JSON.stringify(path.slice(0, length)))
}

/** A copy with what another value has at some places, where both have it. */
function withValuesAt(
  value: unknown,
  other: unknown,
  paths: readonly (readonly Step[])[],
): unknown {
  const inside = new Map<string, (readonly Step[])[]>()
  for (const [step, ...below] of paths) {
    if (step === undefined) return other
    // What another reading does not have is not left out.
    if (!has(value, step) || !has(other, step)) continue
    const known = inside.get(String(step)) ?? []
    inside.set(String(step), known)
    known.push(below)
  }
  if (inside.size === 0) return value
  const changed = (name: string, each: unknown): unknown => {
    const below = inside.get(name)
    return below ? withValuesAt(each, Reflect.get(Object(other), name), below) : each
  }
  if (Array.isArray(value)) return value.map((each, at) => changed(String(at), each))
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => [name, changed(name, each)]),
  )
}

function has(value: unknown, step: Step): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
}

/** `list[1]["a b"]` */
export function stepsOf(path: string): Step[] {
  const found = path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)
  return [...found].map(([, index, quoted, name = '']) => {
    if (index !== undefined) return Number(index)
    return quoted === undefined ? name : String(JSON.parse(quoted))
  })
}
