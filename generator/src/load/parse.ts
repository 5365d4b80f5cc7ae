import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
  type Document as YamlDocument,
} from 'yaml'
import { TOO_DEEP, tooDeepIn } from './depth.js'
import { findJsonFault } from './json-fault.js'
import { createJsonLocator } from './json-position.js'
import { findRepeatedKey } from './json-repeated.js'
import { parsePointer } from './pointer.js'

/** One file, parsed; `locate` turns a pointer into an offset of its text. */
export interface ParsedText {
  readonly value: unknown
  readonly locate: (pointer: string) => number
  readonly faults: readonly { readonly message: string; readonly offset: number }[]
}

/**
 * JSON is read by the engine's own parser, everything else as YAML 1.2 (of which JSON is a part).
 * What is called JSON is held to it: other tools would not read a comma too many.
 */
export function parseText(text: string, isJson = false): ParsedText {
  const flow = /^\s*[{[]/.test(text)
  const parsed = flow ? (parseJson(text) ?? parseFlow(text, isJson)) : parseYaml(text)
  const deep = tooDeepIn(parsed.value)
  return deep === undefined ? parsed : unread(TOO_DEEP, parsed.locate(deep))
}

function unread(message: string, offset: number): ParsedText {
  return { value: undefined, locate: () => 0, faults: [{ message, offset }] }
}

/** Megabytes of flow style take the YAML parser long, and are JSON in any case. */
const LONGEST_FLOW = 100_000

/** What begins like JSON and is none: YAML in flow style, or JSON with a fault in it. */
function parseFlow(text: string, isJson: boolean): ParsedText {
  const yaml = text.length <= LONGEST_FLOW && !isJson ? parseYaml(text) : undefined
  const fault = yaml && yaml.faults.length === 0 ? undefined : findJsonFault(text)
  return fault ? unread(fault.message, fault.offset) : (yaml ?? parseYaml(text))
}

function parseJson(text: string): ParsedText | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const repeated = findRepeatedKey(text)
    if (repeated) return unread(repeated.message, repeated.offset)
    return { value, locate: createJsonLocator(text), faults: [] }
  } catch {
    // Broken, or YAML in flow style.
    return undefined
  }
}

function parseYaml(text: string): ParsedText {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    resolveKnownTags: false,
  })
  const faults = document.errors.map((error) => ({
    message: inOurWords(error),
    offset: error.pos[0],
  }))
  faults.push(...wrongAliases(document))
  if (faults.length > 0) return { value: undefined, locate: () => 0, faults }
  try {
    return { value: document.toJS({ maxAliasCount: 1000 }), locate: locator(document), faults }
  } catch (error) {
    return unread(error instanceof Error ? error.message : String(error), 0)
  }
}

/** Some of the parser's messages speak to whoever calls it, not to whoever wrote the text. */
function inOurWords({ code, message }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, and only one can be read'
  // Running out of stack is a fault like any other to the parser, and has no code of its own.
  if (/call stack|recursion/i.test(message)) return TOO_DEEP
  return message.replace(/\s+/g, ' ').trim()
}

/** An alias that stands for nothing, or inside what it stands for: a text that would never end. */
function wrongAliases(document: YamlDocument): { message: string; offset: number }[] {
  const found: { message: string; offset: number }[] = []
  visit(document, {
    Alias: (_, alias, path) => {
      const target = alias.resolve(document)
      if (target && !path.includes(target)) return
      const message = target
        ? `*${alias.source} stands inside of what it stands for`
        : `there is no &${alias.source} before this *${alias.source}`
      found.push({ message, offset: alias.range?.[0] ?? 0 })
    },
  })
  return found
}

function locator(document: YamlDocument): (pointer: string) => number {
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
  const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined
  return range?.[0]
}
