import { items, members, type Node } from './node.js'

/** Numbers in a value that JSON cannot represent, or that are beyond JavaScript's safe integers. */
export function unsafeNumbers(node: Node): readonly Node[] {
  const { value } = node
  if (typeof value === 'number') {
    const sure = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    return sure ? [] : [node]
  }
  if (Array.isArray(value)) return items(node).flatMap(unsafeNumbers)
  return members(node).flatMap(([, each]) => unsafeNumbers(each))
}

/** Whether a number equals the text at an offset, which may be the offset of its key. */
export function isWritten(value: number, text: string, offset: number): boolean {
  if (!Number.isFinite(value)) return false
  const written = text.slice(offset, offset + 400)
  const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:]+)\s*:\s*([-+]?\d[\d.eE+-]*)/
  const [, behind] = key.exec(written) ?? []
  const [digits] = /^[-+]?\d[\d.eE+-]*/.exec(behind ?? written) ?? []
  if (digits === undefined) return false
  // With an exponent or a fraction it is a measurement, not a count.
  return !/^[-+]?\d+$/.test(digits) || BigInt(digits.replace('+', '')) === BigInt(value)
}
