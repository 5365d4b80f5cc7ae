import { parsePointer } from '../../model/pointer.js'
import { spliceLines } from './splice-lines.js'
import { yaml } from './yaml.js'

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
    if (op === 'remove') document.deleteIn(keys)
    else if (keys.at(-1) === '-') document.addIn(keys.slice(0, -1), document.createNode(value))
    else document.setIn(keys, document.createNode(value))
    const after = write()
    lines = spliceLines(lines, before, after)
    before = after
  }
  return lines.join('\n')
}
