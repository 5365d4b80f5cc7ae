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
    else document.setIn(keys, withComments(document.createNode(value), nodeAt(document, keys)))
    const after = write()
    lines = spliceLines(lines, before, after)
    before = after
  }
  return lines.join('\n')
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
