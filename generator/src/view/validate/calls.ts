import { type ImportedName, Name, type Value } from '../value.js'

/**
 * One part of a check: a call that returns whether a value is valid. If there are tests, the call is only
 * made when all of them are false.
 */
export interface Call {
  /** The function: one of the runtime, or a check of this module. */
  readonly call: Name
  readonly args: readonly Argument[]
  readonly unless?: readonly Test[]
}

export type Argument = Value | Member

/** A member of the value that is being checked. */
export class Member {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A comparison as code, or a call. */
export type Test = Call | Compared
export type Comparison = '=== undefined' | '=== null' | '!== null' | '== null'

export interface Compared {
  readonly value: Argument
  readonly is: Comparison
}

/** `typeof v.name === 'string'`, unless one of the comparisons is true. */
export interface TypeTest {
  readonly member: Member
  readonly type: 'string' | 'boolean'
  readonly unless: readonly Compared[]
}

/** A constant that checks refer to. */
export interface Constant {
  readonly name: string
  /** A type of the runtime, or an array of one. */
  readonly type?: ImportedName | 'readonly string[]' | 'readonly unknown[]'
  readonly value: Expression
}

export type Expression =
  | { readonly kind: 'data'; readonly value: Value }
  /**
   * A function that returns whether all parts are valid. With type tests, the parts only run if one of the
   * tests fails. Both check the same, but tests cannot report a problem, so engines compile them to much
   * faster code.
   */
  | {
      readonly kind: 'check'
      readonly parameters: string
      readonly parts: readonly Call[]
      readonly typeTests?: readonly TypeTest[]
    }
  /** The result of a function; `types` are the texts of its type arguments. */
  | {
      readonly kind: 'made'
      readonly by: Name
      readonly types?: readonly string[]
      readonly args: readonly Expression[]
    }
  /** A function that returns the check for each kind. */
  | { readonly kind: 'kinds'; readonly checks: readonly (readonly [string, Name])[] }
  /** A function that returns the keys that were evaluated. */
  | { readonly kind: 'seen'; readonly parts: readonly Seen[] }

/** Keys, or a call that returns them. */
export type Seen = Call | readonly (string | number)[]

/** The expressions for a value and for its key. */
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

/** The value that a separate check receives. */
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

/** The check that a part only delegates to, so that it needs no wrapper. */
export function handedTo({ call, args, unless }: Call): Name | undefined {
  const [value, , key] = args
  const isWhole = args.length === 3 && value === VALUE && key === KEY
  return unless === undefined && isWhole ? call : undefined
}

/** The part only applies if none of the tests is true. */
export function unless(tests: readonly Test[], part: Call): Call {
  return { ...part, unless: [...tests, ...(part.unless ?? [])] }
}

export function data(value: Value): Expression {
  return { kind: 'data', value }
}
