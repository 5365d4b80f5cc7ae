import type { Placeable } from '../http/operation.js'
import { mockFailure } from './failure.js'

/** The part of an operation that a mock reads. */
export interface MockOperation extends Placeable {
  readonly method: string
  readonly place?: unknown
  readonly noContent?: boolean | undefined
}

/** The type of an argument in a query or a path, if it is not a string. */
export type ArgumentKind = 'boolean' | 'number' | 'string[]' | 'boolean[]' | 'number[]'

/** The arguments of each operation that are not plain strings. */
export type ArgumentKinds = Readonly<Record<string, Readonly<Record<string, ArgumentKind>>>>

/** An operation, and a pattern for its path. */
export interface Candidate {
  readonly key: string
  readonly operation: MockOperation
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/** Paths with fewer parameters come first: `/pets/mine` is not `/pets/{id}`. */
export function candidatesOf(operations: Readonly<Record<string, MockOperation>>): Candidate[] {
  return Object.entries(operations)
    .map(([key, operation]) => {
      const parts = operation.path.split(/\{([^}]*)\}/)
      const names = parts.filter((_, index) => index % 2 === 1)
      const source = parts.map((part, index) => (index % 2 === 1 ? '([^/]+)' : literally(part)))
      return { key, operation, names, pattern: new RegExp(`${source.join('')}$`) }
    })
    .sort((left, right) => left.names.length - right.names.length)
}

/** Turns a request back into the input of its operation. */
export async function inputOf(
  { operation, pattern, names }: Candidate,
  request: Request,
  kinds: Readonly<Record<string, ArgumentKind>> = {},
): Promise<unknown> {
  const text = await request.text()
  if (operation.place === undefined) return text === '' ? undefined : jsonOf(text)
  const { pathname, searchParams } = new URL(request.url)
  const path = pattern.exec(pathname)?.slice(1) ?? []
  const texts = new Map<string, string[]>()
  names.forEach((name, index) => {
    texts.set(name, [decodeURIComponent(path[index] ?? '')])
  })
  for (const [name, value] of searchParams) texts.set(name, [...(texts.get(name) ?? []), value])
  for (const name of operation.headers ?? []) {
    const value = request.headers.get(name)
    if (value !== null) texts.set(name, [value])
  }
  const given = [...texts].map(([name, values]) => [name, argumentOf(values, kinds[name])])
  return Object.fromEntries(text === '' ? given : [...given, ['body', bodyOf(text)]])
}

/** The client only sends JSON, but other callers such as curl may not. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw mockFailure({ status: 400, message: 'the body is not JSON' })
  }
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function argumentOf(texts: readonly string[], kind = ''): unknown {
  const values = texts.map((text) => {
    if (kind.startsWith('boolean')) return text === 'true'
    return kind.startsWith('number') ? Number(text) : text
  })
  return kind.endsWith('[]') || values.length > 1 ? values : values[0]
}

function literally(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
