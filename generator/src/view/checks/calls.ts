import { type ImportedName, Name, type Value } from '../value.js'

/**
 * One part of a check: a call that says whether a value holds. Where there are tests, the call only
 * matters if none of them holds.
 */
export interface Call {
  /** The function: the runtime's, or a check of this module. */
  readonly call: Name
  readonly args: readonly Argument[]
  readonly unless?: readonly Test[]
}

export type Argument = Value | Member

/** A member of the value that is checked. */
export class Member {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A comparison, as it is written, or a call. */
export type Test = Call | Compared
export type Comparison = '=== undefined' | '=== null' | '== null'

export interface Compared {
  readonly value: Argument
  readonly is: Comparison
}

/** A member of a type: `typeof v.name === 'string'`, or one of the comparisons. */
export interface Glance {
  readonly member: Member
  readonly type: 'string' | 'boolean'
  readonly unless: readonly Compared[]
}

/** A constant that checks need. */
export interface Constant {
  readonly name: string
  /** A type of the runtime, or a list. */
  readonly type?: ImportedName | 'readonly string[]' | 'readonly unknown[]'
  readonly value: Expression
}

export type Expression =
  | { readonly kind: 'data'; readonly value: Value }
  /**
   * A function that says whether all parts hold. With glances, the parts only matter if one of those fails:
   * they say the same, and engines make them much faster, because nothing in them can report a problem.
   */
  | {
      readonly kind: 'check'
      readonly parameters: string
      readonly parts: readonly Call[]
      readonly glances?: readonly Glance[]
    }
  /** What a function makes; `types` are the texts of its type argument. */
  | {
      readonly kind: 'made'
      readonly by: Name
      readonly types?: readonly string[]
      readonly args: readonly Expression[]
    }
  /** A function that gives the check of each kind. */
  | { readonly kind: 'kinds'; readonly checks: readonly (readonly [string, Name])[] }
  /** A function that lists the keys that were looked at. */
  | { readonly kind: 'seen'; readonly parts: readonly Seen[] }

/** Keys, or a call that lists them. */
export type Seen = Call | readonly (string | number)[]

/** Where a value stands: what reads it, and what says its key. */
export interface At {
  readonly value: Name | Member
  readonly key: Name | string
}

/** The parameters of a check. */
const VALUE: Name = new Name('v')
export const PATH: Name = new Name('at')
const KEY: Name = new Name('key')
export const PARAMETERS = 'v, at, key'

export const UNDEFINED: Name = new Name('undefined')

/** The value that a check of its own is given. */
export const KEYED: At = { value: VALUE, key: KEY }

/** `name(v, at, key, …)` */
export function callAt(call: Name, at: At, ...args: readonly Argument[]): Call {
  return { call, args: [at.value, PATH, at.key, ...args] }
}

/** `name(v, at, …)` */
export function callWhole(call: Name, ...args: readonly Argument[]): Call {
  return { call, args: [VALUE, PATH, ...args] }
}

/** `name(v, …)` */
export function callValue(call: Name, ...args: readonly Argument[]): Call {
  return { call, args: [VALUE, ...args] }
}

/** The check that a part only hands the value on to, so that nothing has to be written around it. */
export function handedTo({ call, args, unless }: Call): Name | undefined {
  const [value, , key] = args
  const isWhole = args.length === 3 && value === VALUE && key === KEY
  return unless === undefined && isWhole ? call : undefined
}

/** The part only matters where none of the tests holds. */
export function unless(tests: readonly Test[], part: Call): Call {
  return { ...part, unless: [...tests, ...(part.unless ?? [])] }
}

export function data(value: Value): Expression {
  return { kind: 'data', value }
}
