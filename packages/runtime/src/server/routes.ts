/** An operation at the end of a path. */
export interface Route<Target> {
  readonly target: Target
  /** The names of the segments that are parameters, in order. */
  readonly names: readonly string[]
  /** A part of the query that the document has in its path. */
  readonly search: string
}

export interface Match<Target> {
  /** The routes of the path by method. */
  readonly methods: ReadonlyMap<string, readonly Route<Target>[]>
  /** The texts of the parameters, in order, undecoded. */
  readonly texts: readonly string[]
}

interface Branch<Target> {
  readonly fixed: Map<string, Branch<Target>>
  /** Segments with text around a parameter: `{name}.json`. */
  readonly mixed: { readonly texts: readonly string[]; readonly branch: Branch<Target> }[]
  any: Branch<Target> | undefined
  readonly methods: Map<string, Route<Target>[]>
}

function newBranch<Target>(): Branch<Target> {
  return { fixed: new Map(), mixed: [], any: undefined, methods: new Map() }
}

/** A tree of path segments: a request follows its own segments, however many operations there are. */
export class Routes<Target> {
  readonly #root = newBranch<Target>()

  add(method: string, template: string, target: Target): void {
    const [path = '', search = ''] = template.split('?')
    const names: string[] = []
    let branch = this.#root
    for (const segment of segmentsOf(path)) {
      const parts = segment.split(/\{([^}]*)\}/)
      names.push(...parts.filter((_, index) => index % 2 === 1))
      const texts = parts.filter((_, index) => index % 2 === 0)
      branch = below(branch, texts)
    }
    const routes = branch.methods.get(method) ?? []
    branch.methods.set(method, routes)
    routes.push({ target, names, search })
  }

  /** The most specific path: fixed segments come before parameters. */
  find(path: string): Match<Target> | undefined {
    return search(this.#root, segmentsOf(path), 0, [])
  }
}

function segmentsOf(path: string): string[] {
  return (path.startsWith('/') ? path.slice(1) : path).split('/')
}

function below<Target>(branch: Branch<Target>, texts: readonly string[]): Branch<Target> {
  const [text = '', ...more] = texts
  if (more.length === 0) {
    const key = decoded(text)
    const next = branch.fixed.get(key) ?? newBranch()
    branch.fixed.set(key, next)
    return next
  }
  if (texts.join('') === '' && texts.length === 2) {
    branch.any ??= newBranch()
    return branch.any
  }
  const sent = texts.map((each) => encodeURI(each))
  const known = branch.mixed.find((each) => each.texts.join('{}') === sent.join('{}'))
  if (known) return known.branch
  const next = newBranch<Target>()
  branch.mixed.push({ texts: sent, branch: next })
  return next
}

/** A branch is visited at most once, because there is one way to each. */
function search<Target>(
  branch: Branch<Target>,
  segments: readonly string[],
  at: number,
  texts: readonly string[],
): Match<Target> | undefined {
  const segment = segments[at]
  if (segment === undefined) {
    return branch.methods.size > 0 ? { methods: branch.methods, texts } : undefined
  }
  const fixed = branch.fixed.get(segment.includes('%') ? decoded(segment) : segment)
  const found = fixed && search(fixed, segments, at + 1, texts)
  if (found) return found
  for (const { texts: around, branch: next } of branch.mixed) {
    const own = between(segment, around)
    const match = own && search(next, segments, at + 1, [...texts, ...own])
    if (match) return match
  }
  if (!branch.any || segment === '') return undefined
  return search(branch.any, segments, at + 1, [...texts, segment])
}

/** What is between texts that follow each other, from the end: of `a.b.csv`, `csv` is after the period. */
function between(segment: string, texts: readonly string[]): string[] | undefined {
  const found: string[] = []
  let end = segment.length
  for (const [index, text] of [...texts.entries()].reverse()) {
    const isLast = index === texts.length - 1
    const at = isLast ? end - text.length : index === 0 ? 0 : segment.lastIndexOf(text, end - 2)
    const start = at + text.length
    // A parameter is never empty.
    if (at < 0 || !segment.startsWith(text, at) || (!isLast && start >= end)) return undefined
    if (!isLast) found.unshift(segment.slice(start, end))
    end = at
  }
  return found
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The methods of a path, for `Allow`. */
export function allowedMethods({ methods }: Match<unknown>): string {
  const names = new Set([...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'])
  return [...names].join(', ')
}

/** `HEAD` is `GET` without its body. Of several routes, the one whose part of the query was sent. */
export function routeOf<Target>(
  { methods }: Match<Target>,
  method: string,
  search: string,
): Route<Target> | undefined {
  const routes = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined) ?? []
  if (routes.length === 1 && routes[0]?.search === '') return routes[0]
  const pairs = new Set(search.split('&'))
  const fits = (route: Route<Target>): boolean =>
    route.search.split('&').every((pair) => pairs.has(pair))
  return (
    routes.find((each) => each.search !== '' && fits(each)) ??
    routes.find((each) => each.search === '')
  )
}
