import { createRequire } from 'node:module'
import type Yaml from 'yaml'
import { parsePointer } from '../../model/pointer.js'
import { TOO_DEEP } from '../limits.js'
import { type ParsedText, type TextFault, unread } from './parsed-text.js'
import { yamlFaults } from './yaml-faults.js'

const require = createRequire(import.meta.url)
let loaded: typeof Yaml | undefined

export type YamlDocument = Yaml.Document
export type YamlNode = Yaml.Node

/** The parser is loaded for the first YAML text: large documents are mostly JSON. */
export function yaml(): typeof Yaml {
  loaded ??= loadYaml()
  return loaded
}

function loadYaml(): typeof Yaml {
  return require('yaml')
}

/** How many characters of YAML are kept parsed: some hundred kilobytes are a description in dozens of files. */
const MOST_KEPT = 1_000_000
const kept = new Map<string, ParsedText>()
let keptLength = 0

/**
 * YAML takes longer to parse than to generate from, and one process often sees the same text again: release lines that
 * share files, both sides of a comparison, a run that repeats. Whoever gets the value must not change it.
 */
export function parseYaml(text: string): ParsedText {
  const before = kept.get(text)
  if (before) return before
  const parsed = parseAnew(text)
  if (text.length > MOST_KEPT) return parsed
  for (const oldest of kept.keys()) {
    if (keptLength + text.length <= MOST_KEPT) break
    kept.delete(oldest)
    keptLength -= oldest.length
  }
  kept.set(text, parsed)
  keptLength += text.length
  return parsed
}

function parseAnew(text: string): ParsedText {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    resolveKnownTags: false,
  })
  const faults = yamlFaults(text, document.errors, (offset) => firstOfKey(document, offset))
  // Of keys that are repeated, the last one counts for who reads the document in spite of its faults.
  const isRead = document.errors.every(({ code }) => code === 'DUPLICATE_KEY')
  const aliases = isRead ? faultsOfAliases(document) : []
  if (!isRead || aliases.length > 0)
    return { value: undefined, locate: () => 0, faults: [...faults, ...aliases] }
  try {
    return { value: document.toJS({ maxAliasCount: -1 }), locate: locator(document), faults }
  } catch (error) {
    return unread({ message: messageOf(error), offset: 0 })
  }
}

function faultsOfAliases(document: Yaml.Document): readonly TextFault[] {
  try {
    return aliasFaults(document)
  } catch (error) {
    return [{ message: messageOf(error), offset: 0 }]
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /call stack|recursion/i.test(message) ? TOO_DEEP : message
}

/** The position of a key that is repeated at an offset. */
function firstOfKey({ contents }: Yaml.Document, offset: number): number | undefined {
  const { isMap, isNode, isPair, isScalar, visit } = yaml()
  let first: number | undefined
  visit(isNode(contents) ? contents : null, {
    Map(_, map) {
      const keys = isMap(map) ? map.items.map((pair) => (isPair(pair) ? pair.key : undefined)) : []
      const again = keys.find((key) => isScalar(key) && startOf(key) === offset)
      if (!isScalar(again)) return undefined
      first = startOf(keys.find((key) => isScalar(key) && key.value === again.value))
      return visit.BREAK
    },
  })
  return first === offset ? undefined : first
}

/**
 * How many values all aliases together may expand to. A small text can expand to billions; real documents
 * have a few thousand.
 */
const MAX_REPEATED = 200_000

/**
 * Aliases that are undefined or inside their own anchor, which would never end, and those whose expansion
 * exceeds the limit. Anchors are looked up in text order.
 */
function aliasFaults({ contents }: Yaml.Document): TextFault[] {
  const tools = yaml()
  const anchors = new Map<string, Yaml.Node>()
  const around = new Set<unknown>()
  const sizes = new Map<unknown, number>()
  const faults: TextFault[] = []
  let repeated = 0

  const sizeOf = (node: unknown): number => {
    if (tools.isAlias(node)) return sizeOfAlias(node)
    if (tools.isNode(node) && 'anchor' in node && node.anchor !== undefined) {
      anchors.set(node.anchor, node)
    }
    if (!tools.isCollection(node)) return 1
    around.add(node)
    let size = 1
    for (const each of node.items) {
      size += tools.isPair(each) ? sizeOf(each.key) + sizeOf(each.value) : sizeOf(each)
    }
    around.delete(node)
    sizes.set(node, size)
    return size
  }

  const sizeOfAlias = (alias: Yaml.Alias): number => {
    const target = anchors.get(alias.source)
    const offset = alias.range?.[0] ?? 0
    if (!target || around.has(target)) {
      const message = target
        ? `*${alias.source} refers to a value that contains it`
        : `there is no &${alias.source} before this *${alias.source}`
      faults.push({ message, offset })
      return 1
    }
    const size = sizes.get(target) ?? 1
    if (repeated <= MAX_REPEATED && repeated + size > MAX_REPEATED) {
      const message = `aliases up to *${alias.source} expand to more than ${MAX_REPEATED} values`
      faults.push({ message, offset, code: 'TW1011' })
    }
    repeated += size
    return size
  }

  sizeOf(contents)
  return faults
}

function locator(document: Yaml.Document): (pointer: string) => number {
  return (pointer) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const token of parsePointer(pointer)) {
      const next = step(node, token)
      if (next === undefined) break
      offset = startOf(next.key) ?? offset
      node = next.value
    }
    return offset
  }
}

function step(node: unknown, token: string): { key: unknown; value: unknown } | undefined {
  const { isMap, isPair, isScalar, isSeq } = yaml()
  if (isSeq(node)) {
    const item = node.items[Number(token)]
    return item === undefined ? undefined : { key: item, value: item }
  }
  if (!isMap(node)) return undefined
  for (const pair of node.items) {
    const key = isScalar(pair.key) ? pair.key.value : pair.key
    if (isPair(pair) && String(key) === token) return { key: pair.key, value: pair.value }
  }
  return undefined
}

function startOf(node: unknown): number | undefined {
  const { isMap, isScalar, isSeq } = yaml()
  const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined
  return range?.[0]
}
