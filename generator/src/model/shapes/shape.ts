import type { Rule } from '../rules/rule.js'
import type { Union } from './union.js'

/** A place in a document: enough to find its line when a message needs it. */
export interface Source {
  readonly file: string
  readonly pointer: string
}

/**
 * Where the information comes from: the given interface description, the public one, or recorded
 * payloads.
 */
export type Provenance = 'stated' | 'public' | 'observed'

/** Documentation of everything that is visible to users of the generated code. */
export interface Described {
  readonly source: Source
  readonly doc?: string
  readonly deprecated?: true
  /** What to use instead of something deprecated. */
  readonly replacedBy?: string
  readonly provenance?: Provenance
}

export type ScalarType =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | 'binary'
  /** Never in JSON: the type to which strings in some formats are decoded. */
  | 'bigint'
  | 'bytes'
  | 'date'
export type LiteralValue = string | number | boolean | null

export interface Scalar {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** The format of the JSON value: int64, base64, hex, date-time, … */
  readonly format?: string
}

export interface Literal {
  readonly kind: 'literal'
  readonly value: LiteralValue
}

export interface Enumeration {
  readonly kind: 'enumeration'
  readonly values: readonly LiteralValue[]
  /**
   * An open enum accepts strings that this version does not know: `always` if the document
   * says so, otherwise only if a response can contain it.
   */
  readonly open: boolean | 'always'
}

export interface List {
  readonly kind: 'list'
  readonly items: Shape
}

export interface Tuple {
  readonly kind: 'tuple'
  readonly items: readonly Shape[]
  /** How many of the items are required. */
  readonly required: number
  readonly rest?: Shape
}

export interface MapShape {
  readonly kind: 'map'
  readonly values: Shape
}

export interface Field extends Described {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
  readonly default?: unknown
  /** Values that the document gives as examples. */
  readonly examples?: readonly unknown[]
  /** Required, although real payloads lack it. */
  readonly missing?: true
  /** Only received, or only sent. */
  readonly flow?: 'read' | 'write'
}

export interface RecordShape {
  readonly kind: 'record'
  readonly fields: readonly Field[]
  /** The values of additional keys, if the document describes them. */
  readonly rest?: Shape
}

export interface Nullable {
  readonly kind: 'nullable'
  readonly shape: Shape
}

export interface Reference {
  readonly kind: 'reference'
  /** The name of a declaration of the model. */
  readonly name: string
}

/** All parts apply: what remains of an `allOf` that cannot be merged into one record. */
export interface Intersection {
  readonly kind: 'intersection'
  readonly parts: readonly Shape[]
}

/** Any JSON value. */
export interface Json {
  readonly kind: 'json'
}

/** No value at all. */
export interface Never {
  readonly kind: 'never'
}

export type Shape =
  | Scalar
  | Literal
  | Enumeration
  | List
  | Tuple
  | MapShape
  | RecordShape
  | Nullable
  | Reference
  | Intersection
  | Union
  | Json
  | Never

export interface Declaration extends Described {
  readonly name: string
  readonly shape: Shape
  /** Exact JSON Schema constraints: what validators check beyond the shape. */
  readonly rule: Rule
  readonly examples?: readonly unknown[]
  /** What the document calls the values of an enumeration, by value. */
  readonly valueNames?: Readonly<Record<string, string>>
  /** Names under which it was previously published. */
  readonly aliases?: readonly string[]
  /** Derived names that are already taken. */
  readonly avoids?: readonly string[]
}
