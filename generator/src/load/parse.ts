import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document as YamlDocument,
} from 'yaml'
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
  if (!/^[\s\uFEFF]*[{[]/.test(text)) return parseYaml(text)
  return parseJson(text) ?? parseFlow(text, isJson)
}

/** Megabytes of flow style take the YAML parser long, and are JSON in any case. */
const LONGEST_FLOW = 100_000

/** What begins like JSON and is none: YAML in flow style, or JSON with a fault in it. */
function parseFlow(text: string, isJson: boolean): ParsedText {
  const yaml = text.length <= LONGEST_FLOW && !isJson ? parseYaml(text) : undefined
  const fault = yaml && yaml.faults.length === 0 ? undefined : findJsonFault(text)
  if (!fault) return yaml ?? parseYaml(text)
  return { value: undefined, locate: () => 0, faults: [fault] }
}

function parseJson(text: string): ParsedText | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const repeated = findRepeatedKey(text)
    if (repeated) return { value: undefined, locate: () => 0, faults: [repeated] }
    return { value, locate: createJsonLocator(text), faults: [] }
  } catch {
    // Broken, or YAML in flow style.
    return undefined
  }
}

function parseYaml(text: string): ParsedText {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true })
  const faults = document.errors.map((error) => ({
    message: error.message.replace(/\s+/g, ' ').trim(),
    offset: error.pos[0],
  }))
  faults.push(...endlessAliases(document))
  if (faults.length > 0) return { value: undefined, locate: () => 0, faults }
  try {
    return { value: document.toJS({ maxAliasCount: 1000 }), locate: locator(document), faults }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { value: undefined, locate: () => 0, faults: [{ message, offset: 0 }] }
  }
}

/** An alias inside what it stands for: a text that would never end. */
function endlessAliases(document: YamlDocument): { message: string; offset: number }[] {
  const found: { message: string; offset: number }[] = []
  visit(document, {
    Alias: (_, alias, path) => {
      const target = alias.resolve(document)
      if (!target || !path.includes(target)) return
      const message = `*${alias.source} stands inside of what it stands for`
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
