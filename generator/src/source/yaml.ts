import { createRequire } from 'node:module'
import type Yaml from 'yaml'
import { TOO_DEEP } from './limits.js'
import { type ParsedText, type TextFault, unread } from './parsed-text.js'
import { parsePointer } from './pointer.js'
import { aliasFaults } from './yaml-aliases.js'

const require = createRequire(import.meta.url)
let loaded: typeof Yaml | undefined

/** The parser is loaded for the first text in YAML: large documents are mostly JSON. */
function yaml(): typeof Yaml {
  loaded ??= loadYaml()
  return loaded
}

function loadYaml(): typeof Yaml {
  return require('yaml')
}

export function parseYaml(text: string): ParsedText {
  const { LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    resolveKnownTags: false,
  })
  const faults: TextFault[] = document.errors.map((error) => ({
    message: inOurWords(error),
    offset: error.pos[0],
  }))
  if (faults.length === 0) faults.push(...faultsOfAliases(document))
  if (faults.length > 0) return { value: undefined, locate: () => 0, faults }
  try {
    return { value: document.toJS({ maxAliasCount: -1 }), locate: locator(document), faults }
  } catch (error) {
    return unread(messageOf(error), 0)
  }
}

function faultsOfAliases(document: Yaml.Document): readonly TextFault[] {
  try {
    return aliasFaults(document, yaml())
  } catch (error) {
    return unread(messageOf(error), 0).faults
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /call stack|recursion/i.test(message) ? TOO_DEEP : message
}

/** Some of the parser's messages speak to whoever calls it, not to whoever wrote the text. */
function inOurWords({ code, message }: Yaml.YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, and only one can be read'
  // Running out of stack is a fault like any other to the parser, and has no code of its own.
  if (/call stack|recursion/i.test(message)) return TOO_DEEP
  return message.replace(/\s+/g, ' ').trim()
}

function locator(document: Yaml.Document): (pointer: string) => number {
  return (pointer) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const token of parsePointer(pointer)) {
      const next = step(node, token)
      if (next === undefined) break
      offset = startOf(next.place) ?? offset
      node = next.value
    }
    return offset
  }
}

function step(node: unknown, token: string): { place: unknown; value: unknown } | undefined {
  const { isMap, isPair, isScalar, isSeq } = yaml()
  if (isSeq(node)) {
    const item = node.items[Number(token)]
    return item === undefined ? undefined : { place: item, value: item }
  }
  if (!isMap(node)) return undefined
  for (const pair of node.items) {
    const key = isScalar(pair.key) ? pair.key.value : pair.key
    if (isPair(pair) && String(key) === token) return { place: pair.key, value: pair.value }
  }
  return undefined
}

function startOf(node: unknown): number | undefined {
  const { isMap, isScalar, isSeq } = yaml()
  const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined
  return range?.[0]
}
