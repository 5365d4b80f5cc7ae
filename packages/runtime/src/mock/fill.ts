import { memberAt } from '../core/member.js'
import { sha256 } from '../core/sha256.js'

const digest = /\{sha256\((\w+)\)\}/g
const placeholder = /\{(\w+)(?: \* (\d+)(?:\.(\d+))?)?\}/g

/**
 * A copy of a response with its `$ref`s resolved, and overridden by what is beside them. `{amount_in}` in
 * a text becomes that member of the input, `{amount_in * 12.5}` a multiple of it, rounded down, and
 * `{sha256(tx)}` the hash of its bytes, if it is base64.
 */
export function fill(
  value: unknown,
  parts: Readonly<Record<string, unknown>>,
  input?: unknown,
): unknown {
  if (typeof value === 'string') return fillText(value, input)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: unknown) => fill(each, parts, input))
  const { $ref: name, ...rest } = { $ref: undefined, ...value }
  const own = Object.entries(rest).map(([key, each]) => [key, fill(each, parts, input)])
  if (typeof name !== 'string') return Object.fromEntries(own)
  const part = fill(memberAt(parts, name), parts, input)
  return own.length === 0 ? part : { ...Object(part), ...Object.fromEntries(own) }
}

function fillText(text: string, input: unknown): string {
  const hashed = text.replace(digest, (whole, name: string) =>
    digestOf(memberAt(input, name), whole),
  )
  return hashed.replace(placeholder, (whole, name: string, units?: string, fraction = '') => {
    const given = memberAt(input, name)
    if (typeof given !== 'string' && typeof given !== 'number') return whole
    if (units === undefined || !/^\d+$/.test(String(given))) return String(given)
    const factor = BigInt(units + fraction)
    return String((BigInt(given) * factor) / 10n ** BigInt(fraction.length))
  })
}

function digestOf(given: unknown, otherwise: string): string {
  if (typeof given !== 'string') return otherwise
  try {
    const bytes = Uint8Array.from(atob(given), (character) => character.charCodeAt(0))
    return sha256(bytes).toUpperCase()
  } catch {
    return otherwise
  }
}
