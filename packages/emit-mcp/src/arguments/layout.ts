import type { InputCase, InputMember, LiteralValue, ScalarInput, Tagging, Words } from './input.js'

/**
 * How the arguments of a tool are laid out: a tree without references and without alternatives,
 * because agents cannot fill those. Each node is a value on the wire.
 */
export type Layout = NodeLayout & { readonly nullable?: true }

export type NodeLayout =
  | ScalarInput
  | { readonly kind: 'enum'; readonly values: readonly LiteralValue[]; readonly open?: true }
  /** Alternatives that differ in their JSON type, so that no tag is needed. */
  | { readonly kind: 'choice'; readonly cases: readonly Layout[] }
  /** An object with members of any kind. */
  | { readonly kind: 'object' }
  | TextLayout
  | { readonly kind: 'list'; readonly items: Layout; readonly words?: Words }
  | TupleLayout
  | { readonly kind: 'map'; readonly values: Layout }
  | RecordLayout
  | UnionLayout

/** JSON text: any value, or one that is nested too deeply. */
export interface TextLayout {
  readonly kind: 'text'
  /** The name of the type that the text contains. */
  readonly name?: string
  readonly below?: () => Layout
}

export interface TupleLayout {
  readonly kind: 'tuple'
  readonly items: readonly Layout[]
  readonly required: number
  readonly rest?: Layout
}

export interface RecordLayout {
  /** Other properties are sent as they are. */
  readonly open?: true
  readonly kind: 'record'
  readonly members: readonly MemberLayout[]
  readonly rest?: Layout
}

export interface MemberLayout extends Omit<InputMember, 'name' | 'type'> {
  /** The name of the member in the arguments, because providers restrict names. */
  readonly flat: string
  readonly wire: string
  readonly layout: Layout
}

/** A `kind` and one optional property per case. */
export interface UnionLayout {
  /** Other properties are sent as they are. */
  readonly open?: true
  readonly kind: 'union'
  readonly tagging: Tagging
  readonly cases: readonly CaseLayout[]
  readonly common: readonly MemberLayout[]
}

export interface CaseLayout extends Omit<InputCase, 'payload'> {
  /** The property that contains the payload. */
  readonly member: string
  readonly payload?: Layout
  /** The payload's own properties, if they are next to the tag on the wire. */
  readonly own?: readonly string[]
}

/** The member that says which case a value is. */
export const KIND = 'kind'

/** How many objects may be nested; below that, JSON text is used. */
export const MAX_LEVELS = 8

/** How often a type may be nested in itself, including itself. */
export const MAX_REPEATS = 2
