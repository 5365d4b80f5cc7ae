import { grouped } from './grouped.js'

/** Paths of one operation. */
export interface PathTemplate {
  /** `/orders/{orderId}` */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** The paths as recorded. */
  readonly paths: readonly string[]
}

/** So many different texts at one place are not names of resources. */
const MANY = 5

/** Finds the templates of paths: segments that are identifiers become parameters. */
export function templatesOf(paths: readonly string[]): PathTemplate[] {
  const all = [...new Set(paths)].map((path) => ({ path, segments: segmentsOf(path) }))
  const marked = all.map(({ path, segments }) => ({
    path,
    segments,
    shape: segments.map((each) => (isIdentifier(each) ? ANY : each)),
  }))
  const merged = mergeMany(marked)
  const groups = grouped(merged, ({ shape }) => shape.join('/'))
  return [...groups.values()].map(templateOf)
}

interface Marked {
  readonly path: string
  readonly segments: readonly string[]
  readonly shape: readonly string[]
}

const ANY = '{}'

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1)
}

/** Whether a segment looks like an identifier and not like a word: numbers, UUIDs, hashes, keys. */
function isIdentifier(segment: string): boolean {
  const text = decoded(segment)
  if (/^v\d+(?:\.\d+)*$/i.test(text)) return false
  if (/^\d+$/.test(text) || /@/.test(text)) return true
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)) return true
  if (/^(?:0x)?[\da-f]{8,}$/i.test(text) && /\d/.test(text)) return true
  return /^[\w-]+$/.test(text) && /[a-z]/i.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Words at a place where there are many of them are identifiers too. */
function mergeMany(marked: readonly Marked[]): Marked[] {
  const longest = Math.max(0, ...marked.map((each) => each.shape.length))
  let paths = [...marked]
  for (let at = 1; at < longest; at++) {
    const groups = grouped(
      paths.filter((each) => each.shape.length > at),
      ({ shape }) => shape.with(at, ANY).join('/'),
    )
    const many = new Set(
      [...groups.values()]
        .filter((group) => new Set(group.map((each) => each.segments[at])).size >= MANY)
        .flat(),
    )
    paths = paths.map((each) =>
      many.has(each) ? { ...each, shape: each.shape.with(at, ANY) } : each,
    )
  }
  return paths
}

function templateOf(group: readonly Marked[]): PathTemplate {
  const [{ shape } = { shape: [] }] = group
  const taken = new Set<string>()
  const parameters: { name: string; values: string[] }[] = []
  const parts = shape.map((segment, at) => {
    if (segment !== ANY) return segment
    const name = parameterName(shape.slice(0, at), taken)
    taken.add(name)
    const values = group.map((each) => decoded(each.segments[at] ?? ''))
    parameters.push({ name, values })
    return `{${name}}`
  })
  return { path: `/${parts.join('/')}`, parameters, paths: group.map((each) => each.path) }
}

/** `/orders/7` has an `orderId`. */
function parameterName(before: readonly string[], taken: ReadonlySet<string>): string {
  const owner = before.findLast((each) => each !== ANY)
  const word = owner === undefined ? '' : wordsOf(singular(owner))
  const first = word === '' ? 'id' : `${word[0]?.toLowerCase()}${word.slice(1)}Id`
  let name = first
  for (let number = 2; taken.has(name); number++) name = `${first}${number}`
  return name
}

export function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
  if (/(?:sses|shes|ches|xes)$/i.test(word)) return word.replace(/es$/i, '')
  return /[^su]s$/i.test(word) ? word.slice(0, -1) : word
}

/** A segment as part of a name: `order-items` is `OrderItems`. */
export function wordsOf(segment: string): string {
  return segment
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
