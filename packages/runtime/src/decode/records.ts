import { unlike } from './lists.js'
import { below, isObject, type JsonObject, type Step } from './step.js'

export type Steps = { readonly [key: string]: Step }

/** Wire values for members that the service leaves out. */
export type Defaults = { readonly [key: string]: unknown }

/**
 * Decodes the members that have a step and keeps all others. A value in which nothing changes is
 * returned as it is. `rest` is the step of members that are not named.
 */
export function record(fields: Steps, defaults: Defaults = {}, rest?: Step): Step {
  const steps = Object.entries(fields)
  const absent = Object.entries(defaults)
  const decode = (value: JsonObject, keep: boolean): JsonObject => {
    let decoded: Record<string, unknown> | undefined
    let at = ''
    try {
      for (const [key, byDefault] of absent) {
        if (own(value, key) !== undefined) continue
        decoded ??= { ...value }
        define(decoded, key, structuredClone(byDefault))
      }
      for (const [key, step] of steps) {
        at = key
        const member = own(decoded ?? value, key)
        const made = member === undefined ? member : step.decode(member, keep)
        if (made === member) continue
        decoded ??= { ...value }
        define(decoded, key, made)
      }
      for (const key of rest ? Object.keys(value) : []) {
        at = key
        if (!rest || Object.hasOwn(fields, key)) continue
        const made = rest.decode(value[key], keep)
        if (made === value[key]) continue
        decoded ??= { ...value }
        define(decoded, key, made)
      }
    } catch (error) {
      throw below(error, at)
    }
    return decoded ?? value
  }
  const encode = (value: JsonObject): JsonObject => {
    const encoded: Record<string, unknown> = { ...value }
    let at = ''
    try {
      for (const [key, step] of steps) {
        at = key
        const member = own(encoded, key)
        if (member !== undefined) define(encoded, key, step.encode(member))
      }
      for (const key of rest ? Object.keys(value) : []) {
        at = key
        if (rest && !Object.hasOwn(fields, key)) define(encoded, key, rest.encode(value[key]))
      }
    } catch (error) {
      throw below(error, at)
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

/** Assigning `__proto__` would change the prototype instead of adding a member. */
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
