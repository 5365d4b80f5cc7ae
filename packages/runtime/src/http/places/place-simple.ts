import { stringifyExact } from '../bodies/exact-json.js'
import type { InputWriter, Placeable, RequestParts } from '../operation.js'

/**
 * The input is the query: arrays as repeated keys, absent members left out. As in paths, half of a surrogate pair
 * is refused, which `URLSearchParams` would replace.
 */
export function placeQuery({ path }: Placeable, input: unknown): RequestParts {
  const pairs = Object.entries(input ?? {}).flatMap(([name, value]) =>
    [value ?? []]
      .flat()
      .map((one) => [name, parameterText(name, one)].map(encodeURIComponent).join('=')),
  )
  const text = pairs.join('&')
  return { target: text ? `${path}?${text}` : path }
}

/**
 * Members named by the path template or by `headers` are sent there, `body` is the body, and all
 * others are the query.
 */
export const placeSimple: InputWriter = (operation, input) => {
  const headers: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  let { path } = operation
  let body: string | undefined
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value === undefined || value === null) continue
    const slot = `{${name}}`
    if (operation.path.includes(slot)) path = path.replaceAll(slot, () => segmentOf(name, value))
    else if (operation.headers?.includes(name)) headers[name] = parameterText(name, value)
    else if (name === 'body') body = stringifyExact(value)
    else rest[name] = value
  }
  const missing = /\{[^}]*\}/.exec(path)
  if (missing) throw new TypeError(`${missing[0]} has no value`)
  return { ...placeQuery({ ...operation, path }, rest), headers, body }
}

/** A value without an obvious text is rejected rather than guessed. */
export function parameterText(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value === undefined || value === null || typeof value === 'object') {
    throw new TypeError(`${name} has no obvious text`)
  }
  return String(value)
}

function segmentOf(name: string, value: unknown): string {
  const segment = encodeURIComponent(parameterText(name, value))
  // A URL parser would resolve these segments and call another path.
  if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} cannot be '${segment}'`)
  return segment
}
