/**
 * What a call takes, as generated modules say it: the shape of the request on the wire, without
 * anything that only answers have.
 */
export type InputType =
  | ScalarInput
  | { readonly kind: 'enum'; readonly values: readonly LiteralValue[]; readonly open?: true }
  | { readonly kind: 'json' }
  | ({ readonly kind: 'list'; readonly items: InputType } & Open)
  | TupleInput
  | ({ readonly kind: 'map'; readonly values: InputType } & Open)
  | RecordInput
  | UnionInput
  | ({ readonly kind: 'nullable'; readonly type: InputType } & Open)
  /** All of them at once. */
  | ({ readonly kind: 'all'; readonly parts: readonly InputType[] } & Open)
  /** A type of the table that stands beside the tools. */
  | { readonly kind: 'named'; readonly name: string }

/** What answers hold too may have members that this version does not know. */
interface Open {
  readonly open?: true
}

export type LiteralValue = string | number | boolean | null

export interface ScalarInput {
  readonly kind: 'scalar'
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'bytes'
  readonly format?: string
}

export interface TupleInput extends Open {
  readonly kind: 'tuple'
  readonly items: readonly InputType[]
  /** How many of the items have to be there. */
  readonly required: number
  readonly rest?: InputType
}

export interface RecordInput extends Open {
  readonly kind: 'record'
  readonly members: readonly InputMember[]
  /** What members of other names hold. Without it there are no others. */
  readonly rest?: InputType
}

export interface InputMember {
  /** On the wire. */
  readonly name: string
  readonly type: InputType
  readonly required?: true
  readonly doc?: string
  readonly default?: LiteralValue
}

/** Where the tag of a union stands on the wire. */
export type Tagging =
  | { readonly style: 'key' }
  | { readonly style: 'property'; readonly property: string }
  | { readonly style: 'pair'; readonly property: string; readonly content: string }
  | { readonly style: 'none' }

export interface UnionInput extends Open {
  readonly kind: 'union'
  readonly tagging: Tagging
  readonly cases: readonly InputCase[]
  /** Members beside the tag, the same for every case. */
  readonly common: readonly InputMember[]
}

export interface InputCase {
  readonly tag: string
  /** What stands on the wire, where that is no text. */
  readonly value?: number | boolean
  /** Absent for a case that is its tag and nothing else. */
  readonly payload?: InputType
  readonly doc?: string
}

/** The types that inputs name. */
export type InputTypes = Readonly<Record<string, InputType>>
