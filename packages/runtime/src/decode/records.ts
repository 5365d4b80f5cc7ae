import { unlike } from './lists.js'
import { decodeAt, encodeAt, isObject, type JsonObject, type Step } from './step.js'

export type Steps = { readonly [key: string]: Step }

/** What stands for members that the service leaves out, as they stand on the wire. */
export type Defaults = { readonly [key: string]: unknown }

/**
 * Members with a step are decoded, all others shared as they are. A value in which nothing changes is
 * returned itself. `rest` is for members without a name of their own.
 */
export function record(fields: Steps, defaults: Defaults = {}, rest?: Step): Step {
  const keys = Object.keys(fields)
  const absent = Object.keys(defaults)
  const decode = (value: JsonObject, keep: boolean): JsonObject => {
    const decoded: Record<string, unknown> = { ...value }
    for (const key of absent) if (decoded[key] === undefined) define(decoded, key, defaults[key])
    for (const key of keys) {
      const step = fields[key]
      const held = own(decoded, key)
      if (step && held !== undefined) define(decoded, key, decodeAt(step, held, keep, key))
    }
    if (rest) {
      for (const key of Object.keys(value)) {
        if (!Object.hasOwn(fields, key)) define(decoded, key, decodeAt(rest, value[key], keep, key))
      }
    }
    return decoded
  }
  const encode = (value: JsonObject): JsonObject => {
    const encoded: Record<string, unknown> = { ...value }
    for (const key of keys) {
      const step = fields[key]
      const held = own(encoded, key)
      if (step && held !== undefined) define(encoded, key, encodeAt(step, held, key))
    }
    if (rest) {
      for (const key of Object.keys(value)) {
        if (!Object.hasOwn(fields, key)) define(encoded, key, encodeAt(rest, value[key], key))
      }
    }
    return encoded
  }
  return ofObjects(decode, encode)
}

/** `{ [key]: value }` with the same step for each. */
export function map(values: Step): Step {
  return record({}, {}, values)
}

export function ofObjects(
  decode: (value: JsonObject, keep: boolean) => unknown,
  encode: (value: JsonObject) => unknown,
): Step {
  return {
    decode: (value, keep) => {
      if (value === null || value === undefined) return value
      return isObject(value) ? decode(value, keep) : unlike('an object', value, keep)
    },
    encode: (value) => (isObject(value) ? encode(value) : value),
  }
}

function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** An assignment to `__proto__` would change what the object is. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
}
