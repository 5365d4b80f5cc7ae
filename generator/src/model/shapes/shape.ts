import type { Rule } from '../rules/rule.js'
import type { Tagging, TagStyle } from './tagging.js'

/** Where something stands in a document: enough to find its line when a message needs it. */
export interface Source {
  readonly file: string
  readonly pointer: string
}

/** Who says so: the interface description we were given, the public one, or recorded payloads. */
export type Provenance = 'stated' | 'public' | 'observed'

/** What everything that a user of the generated code can see carries. */
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
  /** Never on the wire: what text in some formats is decoded to. */
  | 'bigint'
  | 'bytes'
  | 'date'
export type LiteralValue = string | number | boolean | null

export interface Scalar {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** The wire format inside the scalar: int64, base64, hex, date-time, … */
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
   * An open enumeration admits strings this version does not know. `always` where the document
   * says so; the others are open where an answer can hold them.
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
  /** How many of the items have to be there. */
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
  /** Required, and yet payloads without it are known. */
  readonly missing?: true
  /** Only received, or only sent. */
  readonly flow?: 'read' | 'write'
}

export interface RecordShape {
  readonly kind: 'record'
  readonly fields: readonly Field[]
  /** What other keys hold, where the document says so. */
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

/** All of the parts hold at once: what is left of an `allOf` that does not merge into one record. */
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

export interface Case extends Described {
  /** What stands on the wire, as text. In a union without tags: a label for people. */
  readonly tag: string
  /** What stands on the wire, where that is no text. */
  readonly tagValue?: number | boolean
  /** What the generated names of this case end in. */
  readonly name: string
  /** Absent for a case that is its tag and nothing else. */
  readonly payload?: Shape
}

export interface Union {
  readonly kind: 'union'
  readonly tagging: Tagging
  readonly cases: readonly Case[]
  /** Fields beside the tag, the same for every case. */
  readonly common: readonly Field[]
}

/** A union whose values say which case they are. */
export interface TaggedUnion extends Union {
  readonly tagging: TagStyle
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
  /** Names under which it was published before. */
  readonly aliases?: readonly string[]
  /** Names that others have, where something derived from this name would be called the same. */
  readonly avoids?: readonly string[]
}
