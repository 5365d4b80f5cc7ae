import { isDictionary } from '../../model/json.js'
import { escapeToken, parsePointer } from '../../model/pointer.js'
import type { Source } from '../../model/shapes/shape.js'

export type Container = Record<string, unknown> | unknown[]

/**
 * A modifiable copy of a document that remembers where each part was written. Pointers into the copy and into
 * the text differ as soon as an item is removed from a list.
 */
export interface SourceMap {
  /** The document as it was read, which actions may change. */
  readonly read: (value: unknown, at: Source) => unknown
  /** A copy of a value, with its location in a text. */
  readonly copy: (value: unknown, at: Source) => unknown
  /** An object that no text has, with the location that it stands for. */
  readonly object: (at: Source) => Record<string, unknown>
  /** The same for a list. */
  readonly list: (at: Source) => unknown[]
  readonly set: (target: Container, key: string | number, value: unknown, at: Source) => void
  /** The original location of the value that is now at a pointer of the document. */
  readonly written: (root: unknown, pointer: string) => Source
}

/** `onCopy` is called for each value that actions copy. */
export function createSourceMap(file: string, onCopy: () => void): SourceMap {
  /**
   * The location of each object and list, and of members that were written in a different place from their
   * parent.
   */
  const homes = new WeakMap<object, Source>()
  const members = new WeakMap<object, Map<unknown, Source>>()

  const copyWith = (value: unknown, at: Source, count: () => void): unknown => {
    count()
    if (typeof value !== 'object' || value === null) return value
    const made: Container = Array.isArray(value) ? [] : {}
    homes.set(made, at)
    for (const [key, each] of Object.entries(value)) {
      put(made, key, copyWith(each, step(at, key), count))
    }
    return made
  }
  const read = (value: unknown, at: Source): unknown => copyWith(value, at, () => undefined)
  const copy = (value: unknown, at: Source): unknown => copyWith(value, at, onCopy)

  const at = <Made extends Container>(made: Made, source: Source): Made => {
    homes.set(made, source)
    return made
  }
  const object = (source: Source): Record<string, unknown> => at({}, source)
  const list = (source: Source): unknown[] => at([], source)

  const set = (target: Container, key: string | number, value: unknown, at: Source): void => {
    put(target, key, value)
    if (typeof value === 'object' && value !== null) return
    const known = members.get(target) ?? new Map<unknown, Source>()
    known.set(Array.isArray(target) ? Number(key) : key, at)
    members.set(target, known)
  }

  const written = (root: unknown, pointer: string): Source => {
    let at: Source = { file, pointer: '' }
    let value = root
    for (const token of parsePointer(pointer)) {
      const inside = isContainer(value) ? value : undefined
      const child = inside && own(inside, token)
      const home = isContainer(child) ? homes.get(child) : undefined
      const key = Array.isArray(inside) ? Number(token) : token
      at = home ?? (inside && members.get(inside)?.get(key)) ?? step(at, token)
      value = child
    }
    return at
  }

  return { read, copy, object, list, set, written }
}

export function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isDictionary(value)
}

export function own(container: Container, key: string | number): unknown {
  if (!Object.hasOwn(container, key)) return undefined
  return Array.isArray(container) ? container[Number(key)] : container[key]
}

/** An assignment to `__proto__` would change the prototype. */
function put(target: Container, key: string | number, value: unknown): void {
  if (Array.isArray(target)) target[Number(key)] = value
  else {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
}

function step({ file, pointer }: Source, key: string): Source {
  return { file, pointer: `${pointer}/${escapeToken(key)}` }
}
