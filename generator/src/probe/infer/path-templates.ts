import { grouped } from '../../model/collections/grouped.js'
import { percentDecode } from '../../model/pointer.js'

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

/**
 * Finds the templates of paths: segments that are identifiers become parameters, and those at a place where a known
 * template has one.
 */
export function templatesOf(paths: readonly string[], known: readonly string[]): PathTemplate[] {
  const templates = known.map(segmentsOf)
  const all = [...new Set(paths)].map((path) => ({ path, segments: segmentsOf(path) }))
  const marked = all.map(({ path, segments }) => ({
    path,
    segments,
    shape: segments.map((each, at) =>
      isIdentifier(each) || isParameter(segments, at, templates) ? ANY : each,
    ),
  }))
  const merged = mergeMany(marked)
  const groups = grouped(merged, ({ shape }) => shape.join('/'))
  return [...groups.values()].map((group) => templateOf(group, templates))
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
export function isIdentifier(segment: string): boolean {
  const text = percentDecode(segment)
  if (/^v\d+(?:\.\d+)*$/i.test(text)) return false
  if (/^\d+$/.test(text) || /@/.test(text)) return true
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)) return true
  if (/^(?:0x)?[\da-f]{8,}$/i.test(text) && /\d/.test(text)) return true
  const digits = text.match(/\d/g)?.length ?? 0
  if (!/[a-z]/i.test(text)) return false
  // Keys have signs that words have not, and are long: `bot123456:AAHdq…`, base64.
  return /^[\w-]+$/.test(text) ? digits >= 3 : digits > 0 && text.length >= 16
}

/** Whether a known template has a parameter there, and none has the segment itself. */
function isParameter(
  segments: readonly string[],
  at: number,
  templates: readonly (readonly string[])[],
): boolean {
  const near = templates.filter(
    (each) =>
      each.length > at &&
      each.slice(0, at).every((part, index) => isTemplate(part) || part === segments[index]),
  )
  return (
    near.some((each) => isTemplate(each[at] ?? '')) &&
    !near.some((each) => each[at] === segments[at])
  )
}

function isTemplate(segment: string): boolean {
  return /^\{[^{}]*\}$/.test(segment)
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
    const values = new Set([...many].map((each) => prefixWith(each, at)))
    // The same identifier is one in shorter and longer paths.
    paths = paths.map((each) =>
      each.shape.length > at && values.has(prefixWith(each, at))
        ? { ...each, shape: each.shape.with(at, ANY) }
        : each,
    )
  }
  return paths
}

function prefixWith({ shape, segments }: Marked, at: number): string {
  return [...shape.slice(0, at), segments[at]].join('/')
}

function templateOf(
  group: readonly Marked[],
  templates: readonly (readonly string[])[],
): PathTemplate {
  const [{ shape } = { shape: [] }] = group
  const taken = new Set<string>()
  const parameters: { name: string; values: string[] }[] = []
  const parts = shape.map((segment, at) => {
    if (segment !== ANY) return segment
    const name = knownName(shape, at, templates) ?? parameterName(shape.slice(0, at), taken)
    taken.add(name)
    const values = group.map((each) => percentDecode(each.segments[at] ?? ''))
    parameters.push({ name, values })
    return `{${name}}`
  })
  return { path: `/${parts.join('/')}`, parameters, paths: group.map((each) => each.path) }
}

/** The name that the document has for it in other paths. */
function knownName(
  shape: readonly string[],
  at: number,
  templates: readonly (readonly string[])[],
): string | undefined {
  const found = templates.find((each) =>
    each
      .slice(0, at + 1)
      .every((part, index) => (isTemplate(part) ? ANY : part) === shape[index] && each.length > at),
  )
  return found?.[at]?.slice(1, -1)
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
