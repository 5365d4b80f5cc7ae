import { memberAt } from '../core/member.js'

/** Forms of text that a pattern can require with `$form`. */
const forms: Readonly<Record<string, RegExp>> = {
  base64: /^(?=.)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
  positive: /^\d*[1-9]\d*$/,
}

/**
 * Whether a value has every member of a pattern. `*` is any value, `-*` any text with that prefix. A value
 * fits `{ $in: […] }` if it fits one of these patterns, `{ $form: 'base64' }` if it is such a text,
 * `{ $not: … }` if it is there and does not fit, and `{ $has: … }` if it is a list of which an item fits.
 */
export function fits(pattern: unknown, value: unknown): boolean {
  if (pattern === '*') return value !== undefined
  if (typeof pattern === 'string' && pattern.endsWith('*')) {
    return typeof value === 'string' && value.startsWith(pattern.slice(0, -1))
  }
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(value) &&
      value.length === pattern.length &&
      pattern.every((each, index) => fits(each, value[index]))
    )
  }
  if (typeof pattern !== 'object' || pattern === null) return pattern === value
  return Object.entries(pattern).every(([key, each]) =>
    key.startsWith('$') ? fitsOperator(key, each, value) : fits(each, memberAt(value, key)),
  )
}

function fitsOperator(name: string, operand: unknown, value: unknown): boolean {
  if (name === '$not') return value !== undefined && !fits(operand, value)
  if (name === '$in') return Array.isArray(operand) && operand.some((each) => fits(each, value))
  if (name === '$has') return Array.isArray(value) && value.some((each) => fits(operand, each))
  const form = forms[String(operand)]
  if (name !== '$form' || !form) throw new TypeError(`no pattern ${name}: ${String(operand)}`)
  return typeof value === 'string' && form.test(value)
}
