import type { Report } from '../diagnostics/diagnostic.js'
import { nearest } from '../diagnostics/suggestion.js'
import { type Dictionary, isDictionary } from '../model/json.js'
import type { OperationFilter, Selection } from '../model/operations/filter.js'
import { patternOf } from '../model/operations/pattern-of.js'
import type { Source } from '../model/shapes/shape.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, sourceKey, text, textAt } from '../source/node.js'
import { targetOf } from '../source/references.js'
import { reachableComponents } from './reachable-components.js'

/** One operation of the document, with everything that a filter can match. */
interface Candidate {
  readonly node: Node
  readonly tags: readonly string[]
  readonly path?: string
  readonly method?: string
  readonly name?: string
}

/**
 * The document without the operations that are not selected, and without components that only those referred
 * to.
 */
export function selectOperations(
  document: Document,
  { include, exclude }: OperationFilter,
  report: Report,
): Document {
  if (!include && !exclude) return document
  const all = candidatesIn(document)
  const isSelected = (each: Candidate): boolean =>
    (!include || matches(each, include)) && !(exclude && matches(each, exclude))
  const dropped = new Set(all.filter((each) => !isSelected(each)).map(keyOf))
  reportUnmatched(all, { include, exclude }, report)
  if (all.length > 0 && dropped.size === all.length) {
    const message = '`include` and `exclude` leave no operation of the document'
    report({ code: 'TW8003', severity: 'error', message })
  }
  if (dropped.size === 0) return document
  return without(document, dropped)
}

function keyOf({ node }: Candidate): string {
  return sourceKey(node.source)
}

const METHODS = new Set('get put post delete options head patch trace query'.split(' '))

function candidatesIn(document: Document): Candidate[] {
  const methods = items(member(document.root, 'methods')).map((each): Candidate => {
    const node = targetOf(document, each)
    const name = textAt(node, 'name')
    return { node: each, tags: tagsOf(document, node), ...(name === undefined ? {} : { name }) }
  })
  const paths = member(document.root, 'paths')
  return [
    ...methods,
    ...(paths ? members(paths) : []).flatMap(([path, item]) => inItem(document, path, item)),
  ]
}

function inItem(document: Document, path: string, item: Node): Candidate[] {
  return members(targetOf(document, item))
    .filter(([method, node]) => METHODS.has(method.toLowerCase()) && isDictionary(node.value))
    .map(([method, node]) => {
      const name = textAt(node, 'operationId')
      const tags = tagsOf(document, node)
      return { node, tags, path, method, ...(name === undefined ? {} : { name }) }
    })
}

/** OpenAPI tags are names, OpenRPC tags are objects with a name. */
function tagsOf(document: Document, operation: Node): string[] {
  return items(member(operation, 'tags')).flatMap(
    (tag) => text(tag) ?? textAt(targetOf(document, tag), 'name') ?? [],
  )
}

function matches(candidate: Candidate, selection: Selection): boolean {
  const { tags, paths, methods, operations } = selection
  return (
    (!tags || tags.some((tag) => candidate.tags.includes(tag))) &&
    (!paths || paths.some((path) => matchesPath(candidate, path))) &&
    (!methods || methods.some((method) => matchesMethod(candidate, method))) &&
    (!operations || operations.some((name) => matchesName(candidate, name)))
  )
}

function matchesPath({ path }: Candidate, pattern: string): boolean {
  return path !== undefined && patternOf(pattern, '[^/]*').test(path)
}

function matchesMethod({ method }: Candidate, wanted: string): boolean {
  return method?.toLowerCase() === wanted.toLowerCase()
}

function matchesName({ name }: Candidate, pattern: string): boolean {
  return name !== undefined && patternOf(pattern).test(name)
}

/**
 * A pattern that matches nothing is often a typo, and the operations it should exclude would still be there.
 */
function reportUnmatched(
  all: readonly Candidate[],
  filter: { readonly [option: string]: Selection | undefined },
  report: Report,
): void {
  const known: Record<keyof Selection, readonly string[]> = {
    tags: all.flatMap(({ tags }) => tags),
    paths: all.flatMap(({ path }) => path ?? []),
    methods: all.flatMap(({ method }) => method ?? []),
    operations: all.flatMap(({ name }) => name ?? []),
  }
  for (const [option, selection] of Object.entries(filter)) {
    for (const key of ['tags', 'paths', 'methods', 'operations'] as const) {
      for (const pattern of selection?.[key] ?? []) {
        if (all.some((each) => matches(each, { [key]: [pattern] }))) continue
        const near = nearest(pattern, known[key])
        report({
          code: 'TW8003',
          severity: 'warning',
          message: `${option}.${key} has ${JSON.stringify(pattern)}, which matches no operation`,
          ...(near === undefined ? {} : { help: `Did you mean ${near}?` }),
        })
      }
    }
  }
}

function without(document: Document, dropped: ReadonlySet<string>): Document {
  const { root } = document
  const kept = new Map<string, Node>()
  const paths = member(root, 'paths')
  const methods = member(root, 'methods')
  const left = items(methods).filter((each) => !dropped.has(sourceKey(each.source)))
  const value: Dictionary = {
    ...(isDictionary(root.value) ? root.value : {}),
    ...(paths ? { paths: pathsWithout(document, paths, dropped, kept) } : {}),
    ...(methods ? { methods: left.map((each) => each.value) } : {}),
  }
  const selected: Document = {
    ...document,
    root: { value, source: root.source },
    // The indexes of a filtered array differ from those in the file.
    written: (source) => document.written(methods ? atOldIndex(source, methods, left) : source),
    // Path items in other files are filtered there.
    resolve: (ref) => {
      const found = document.resolve(ref)
      return 'code' in found ? found : (kept.get(sourceKey(found.source)) ?? found)
    },
  }
  const components = reachableComponents(selected)
  return { ...selected, root: { value: { ...value, ...components }, source: root.source } }
}

function atOldIndex(source: Source, methods: Node, left: readonly Node[]): Source {
  const prefix = `${methods.source.pointer}/`
  if (source.file !== methods.source.file || !source.pointer.startsWith(prefix)) return source
  const [index = '', ...rest] = source.pointer.slice(prefix.length).split('/')
  const old = left[Number(index)]?.source
  return old ? { file: old.file, pointer: [old.pointer, ...rest].join('/') } : source
}

function pathsWithout(
  document: Document,
  paths: Node,
  dropped: ReadonlySet<string>,
  kept: Map<string, Node>,
): Dictionary {
  const left = members(paths).flatMap(([path, item]): [string, unknown][] => {
    const home = targetOf(document, item)
    const operations = members(home).filter(([key]) => METHODS.has(key.toLowerCase()))
    const removed = operations.filter(([, node]) => dropped.has(sourceKey(node.source)))
    if (removed.length === 0) return [[path, item.value]]
    if (removed.length === operations.length) return []
    const names = new Set(removed.map(([key]) => key))
    const rest = Object.fromEntries(
      members(home).flatMap(([key, node]) => (names.has(key) ? [] : [[key, node.value]])),
    )
    if (home.source === item.source || sourceKey(home.source) === sourceKey(item.source))
      return [[path, rest]]
    kept.set(sourceKey(home.source), { value: rest, source: home.source })
    return [[path, item.value]]
  })
  return Object.fromEntries(left)
}
