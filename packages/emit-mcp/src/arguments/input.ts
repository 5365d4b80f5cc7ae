/**
 * The input of a call in generated modules: the shape of the request in JSON, without anything
 * that only responses have.
 */
export type InputType =
  | ScalarInput
  | { readonly kind: 'enum'; readonly values: readonly LiteralValue[]; readonly open?: true }
  | { readonly kind: 'json' }
  | ({ readonly kind: 'list'; readonly items: InputType; readonly words?: Words } & Open)
  | TupleInput
  | ({ readonly kind: 'map'; readonly values: InputType } & Open)
  | RecordInput
  | UnionInput
  | ({ readonly kind: 'nullable'; readonly type: InputType } & Open)
  /** All of them at once. */
  | ({ readonly kind: 'all'; readonly parts: readonly InputType[] } & Open)
  /** A type of the table next to the tools. */
  | { readonly kind: 'named'; readonly name: string }

/** Values that responses contain too may have properties that this version does not know. */
interface Open {
  readonly open?: true
}

export type LiteralValue = string | number | boolean | null

/** Keywords of JSON Schema, which agents get as they are. */
export type Words = Readonly<Record<string, string | number | boolean>>

export interface ScalarInput {
  readonly kind: 'scalar'
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'bytes'
  readonly format?: string
  readonly words?: Words
}

export interface TupleInput extends Open {
  readonly kind: 'tuple'
  readonly items: readonly InputType[]
  /** How many of the items are required. */
  readonly required: number
  readonly rest?: InputType
}

export interface RecordInput extends Open {
  readonly kind: 'record'
  readonly members: readonly InputMember[]
  /** The values of other properties. If absent, there are none. */
  readonly rest?: InputType
}

export interface InputMember {
  /** On the wire. */
  readonly name: string
  readonly type: InputType
  readonly required?: true
  readonly doc?: string
  readonly default?: LiteralValue
  /** On the wire. */
  readonly examples?: readonly unknown[]
}

/** The place of the tag of a union in JSON. */
export type Tagging =
  | { readonly style: 'key' }
  | { readonly style: 'property'; readonly property: string }
  | { readonly style: 'pair'; readonly property: string; readonly content: string }
  | { readonly style: 'none' }

export interface UnionInput extends Open {
  readonly kind: 'union'
  readonly tagging: Tagging
  readonly cases: readonly InputCase[]
  /** Properties next to the tag, the same for every case. */
  readonly common: readonly InputMember[]
}

export interface InputCase {
  readonly tag: string
  /** The tag in JSON, if it is not a string. */
  readonly value?: number | boolean
  /** Absent for a case that is its tag and nothing else. */
  readonly payload?: InputType
  /** Values with any other tag are of this case, which describes its tag itself. */
  readonly otherwise?: true
  readonly doc?: string
}

/** The types that inputs name. */
export type InputTypes = Readonly<Record<string, InputType>>
