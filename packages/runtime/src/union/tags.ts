import { type ImpliedKinds, impliedKind } from '../core/implied-kind.js'

/** The value of a tag; only keys have to be strings. */
export type Tag = string | number | boolean

/**
 * How the values of one tagged union are distinguished. Only the creator of the `Tags` knows where the tag
 * and its payload are; everything else is the same for all layouts.
 */
export interface Tags<Kind extends Tag> {
  /** The kind of a value, or `undefined` if it has no known kind or more than one. */
  readonly kind: (value: unknown) => Kind | undefined
  /** Whether a value is of that kind. */
  readonly is: (value: unknown, kind: Kind) => boolean
  /** The payload of a value of that kind. */
  readonly payload: (value: unknown, kind: Kind) => unknown
}

/**
 * Every key of `All` but `Own` is absent: what makes two keys in one value a type error. Keys that
 * every object inherits, such as `constructor`, cannot be forbidden.
 */
export type Only<Own extends string, All extends string> = {
  [Key in Exclude<All, Own | keyof typeof Object.prototype>]?: never
}

/**
 * `{ <property>: kind, … }`: the payload is the whole value. `implied` are kinds whose tag may be absent, `otherwise`
 * is the kind of objects with any other tag, or with none.
 */
export function propertyTags<const Kind extends Tag>(
  property: string,
  kinds: readonly Kind[],
  implied?: ImpliedKinds,
  otherwise?: NoInfer<Kind>,
): Tags<Kind> {
  const known: ReadonlyMap<unknown, Kind> = new Map(kinds.map((kind) => [kind, kind]))
  const tagOf = (value: unknown): unknown => {
    const tag = own(value, property)
    if (tag !== undefined || !implied || !isObject(value)) return tag
    const found = impliedKind(value, implied)
    return kinds.find((kind) => String(kind) === found)
  }
  const kindOf = (value: unknown): Kind | undefined =>
    known.get(tagOf(value)) ?? (isObject(value) ? otherwise : undefined)
  return {
    kind: kindOf,
    is: (value, kind) => (kind === otherwise ? kindOf(value) === kind : tagOf(value) === kind),
    payload: (value) => value,
  }
}

/** `{ <property>: kind, <content>: payload }`. */
export function pairTags<const Kind extends Tag>(
  property: string,
  content: string,
  kinds: readonly Kind[],
): Tags<Kind> {
  return {
    ...propertyTags(property, kinds),
    payload: (value) => own(value, content),
  }
}

/** A JSON object: any key may hold any value. */
export interface JsonObject {
  readonly [key: string]: unknown
}

/** An own member of a plain object. Inherited members are not data, and an array is not an object here. */
export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
