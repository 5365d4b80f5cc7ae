import { brand } from '../core/errors.js'

/** Decodes one value: with `keep`, text that cannot be decoded is kept as received instead of throwing. */
export interface Step {
  readonly decode: (value: unknown, keep: boolean) => unknown
  readonly encode: (value: unknown) => unknown
}

export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Runs a step on the value at a key; if it throws, the key becomes part of the path. */
export function decodeAt(step: Step, value: unknown, keep: boolean, key: string | number): unknown {
  try {
    return step.decode(value, keep)
  } catch (error) {
    throw below(error, key)
  }
}

export function encodeAt(step: Step, value: unknown, key: string | number): unknown {
  try {
    return step.encode(value)
  } catch (error) {
    throw below(error, key)
  }
}

/** Adds the key to the path of an error that was thrown below it. */
export function below(error: unknown, key: string | number): unknown {
  return error instanceof DecodeError
    ? new DecodeError(error.expected, error.received, [key, ...error.path])
    : error
}

/** A value that is not in the format the document states, or that cannot be encoded in it. */
export class DecodeError extends Error {
  /** The path to the value: `['block', 'header', 'height']`. */
  readonly path: readonly (string | number)[]
  readonly expected: string
  readonly received: unknown

  // A getter on the prototype, not a field: the stack then starts with the right name.
  override get name(): 'DecodeError' {
    return 'DecodeError'
  }

  constructor(expected: string, received: unknown, path: readonly (string | number)[] = []) {
    super(`${pathText(path)}expected ${expected}, received ${show(received)}`)
    // Marked as ours, so that credentials are removed from it too; Bun prints an own `name`, and no getter.
    Object.defineProperties(this, {
      [brand]: { value: true },
      name: { value: this.name, configurable: true },
    })
    this.path = path
    this.expected = expected
    this.received = received
  }
}

function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return ''
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return `${text.replace(/^\./, '')}: `
}

const LONGEST = 60

function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'string') return Array.isArray(value) ? 'an array' : typeof value
  return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
}
