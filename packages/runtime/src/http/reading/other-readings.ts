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
  placeOf: (found: Found) => readonly Step[],
): Settled<Found> {
  let settled: Settled<Found> = { value: read, found: findingsOf(read) }
  for (const other of others) {
    // One place after the other: each has a reading of its own.
    for (const each of settled.found) {
      const value = withPlaceOf(settled.value, other, placeOf(each))
      const found = findingsOf(value)
      if (found.length < settled.found.length) settled = { value, found }
    }
  }
  return settled
}

/** A copy with what another value has at a place, or above it where only one of both has the place. */
function withPlaceOf(value: unknown, other: unknown, [step, ...below]: readonly Step[]): unknown {
  if (step === undefined || !has(value, step) || !has(other, step)) return other
  const inside = withPlaceOf(Reflect.get(value, step), Reflect.get(other, step), below)
  if (Array.isArray(value)) return value.map((each, at) => (at === Number(step) ? inside : each))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === String(step) ? inside : each]),
  )
}

function has(value: unknown, step: Step): value is object {
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
