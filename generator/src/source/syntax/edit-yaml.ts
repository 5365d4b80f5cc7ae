import { isDictionary } from '../../model/json.js'
import { parsePointer } from '../../model/pointer.js'
import { spliceLines } from './splice-lines.js'
import { type YamlDocument, type YamlNode, yaml } from './yaml.js'

/** One step of a JSON Patch (RFC 6902). */
interface Edit {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/**
 * Applies edits to YAML text. Only lines that an edit changes are rewritten: comments, order and formatting
 * of everything else are kept.
 */
export function editYaml(text: string, edits: readonly Edit[]): string {
  const document = yaml().parseDocument(text)
  const indentSeq = !/^( *)[^\s#-][^\n]*:[^\S\n]*\n\1- /m.test(text)
  const write = (): string[] => document.toString({ lineWidth: 0, indentSeq }).split('\n')
  let lines = text.split('\n')
  let before = write()
  for (const { op, path, value } of edits) {
    const keys = parsePointer(path)
    writeOutAliases(document, keys)
    if (op === 'remove') document.deleteIn(keys)
    else if (keys.at(-1) === '-') document.addIn(keys.slice(0, -1), document.createNode(value))
    else document.setIn(keys, nodeFor(document, value, nodeAt(document, keys)))
    const after = write()
    lines = spliceLines(lines, before, after)
    before = after
  }
  return lines.join('\n')
}

/** A node in place of another one, which is a part of it where its value is. */
function nodeFor(document: YamlDocument, value: unknown, before: unknown): YamlNode {
  const { isCollection } = yaml()
  if (!isCollection(before)) return withComments(document.createNode(value), before)
  const old = JSON.stringify(before.toJS(document))
  const isAround = JSON.stringify(value) !== old && containsText(value, old)
  if (!isAround) return withComments(document.createNode(value), before)
  return document.createNode(withNode(value, old, before))
}

function containsText(value: unknown, old: string): boolean {
  return JSON.stringify(value)?.includes(old) === true
}

/** A value in which one that is the same as a node is that node: its comments and its style stay. */
function withNode(value: unknown, old: string, node: YamlNode): unknown {
  if (JSON.stringify(value) === old) return node
  if (Array.isArray(value)) return value.map((each) => withNode(each, old, node))
  if (!isDictionary(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withNode(each, old, node)]),
  )
}

function nodeAt(document: YamlDocument, keys: readonly string[]): unknown {
  return document.getIn(keys, true)
}

/** What is below an alias is changed only here, so it becomes a copy of what the alias stands for. */
function writeOutAliases(document: YamlDocument, keys: readonly string[]): void {
  const { isAlias } = yaml()
  for (let length = 1; length < keys.length; length++) {
    const above = keys.slice(0, length)
    const node = nodeAt(document, above)
    if (!isAlias(node)) continue
    const copy = document.createNode(node.toJS(document))
    document.setIn(above, withComments(copy, node))
  }
}

/** A node in place of another one keeps its comments. */
function withComments(node: YamlNode, before: unknown): YamlNode {
  const { isCollection, isNode } = yaml()
  if (!isNode(before)) return node
  const { comment, commentBefore, spaceBefore } = before
  // The comment of a scalar or an alias is behind it, that of a collection below it.
  const above = isCollection(node) && !isCollection(before) ? comment : undefined
  const all = [commentBefore, above].filter((text) => typeof text === 'string')
  if (all.length > 0) node.commentBefore = all.join('\n')
  if (above === undefined && typeof comment === 'string') node.comment = comment
  if (spaceBefore) node.spaceBefore = true
  return node
}
