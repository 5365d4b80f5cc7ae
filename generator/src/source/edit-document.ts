import { isDictionary } from '../model/json.js'
import { parsePointer } from '../model/pointer.js'
import { editYaml } from './syntax/edit-yaml.js'

/** One step of a JSON Patch (RFC 6902). */
export interface Edit {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/**
 * Applies edits to the text of a document. Comments in YAML and the indentation of JSON are kept.
 */
export function editText(text: string, edits: readonly Edit[], isJson: boolean): string {
  if (!isJson) return editYaml(text, edits)
  const value = edits.reduce(edited, JSON.parse(text))
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? 2
  return `${JSON.stringify(value, undefined, indent)}${text.endsWith('\n') ? '\n' : ''}`
}

/** A copy of the value with one edit applied. */
function edited(value: unknown, { op, path, value: given }: Edit): unknown {
  return editedAt(value, parsePointer(path), op, given)
}

function editedAt(
  at: unknown,
  [key, ...rest]: readonly string[],
  op: Edit['op'],
  given: unknown,
): unknown {
  if (key === undefined) return given
  const last = rest.length === 0
  if (Array.isArray(at)) {
    if (key === '-') return [...at, given]
    const index = Number(key)
    if (last && op === 'remove') return at.toSpliced(index, 1)
    if (last && op === 'add') return at.toSpliced(index, 0, given)
    return at.with(index, editedAt(at[index], rest, op, given))
  }
  const { [key]: own, ...others } = isDictionary(at) ? at : {}
  if (last && op === 'remove') return others
  const next = editedAt(own, rest, op, given)
  return isDictionary(at) ? { ...at, [key]: next } : { [key]: next }
}
