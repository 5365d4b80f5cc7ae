/**
 * One part of a check: a call that says whether a value holds. Where there is a test, the call only
 * matters if that does not hold. A part is data until it is printed.
 */
export interface Call {
  /** The function: the runtime's, or a check of this module. */
  readonly call: string
  readonly args: readonly string[]
  readonly unless?: string
}

/** Where a value stands: the expression that reads it, and the one that says its key. */
export interface At {
  readonly value: string
  readonly key: string
}

/** The value that a check of its own is given. */
export const KEYED: At = { value: 'v', key: 'key' }

/** `name(v, at, key, …)` */
export function callAt(name: string, at: At, ...args: readonly string[]): Call {
  return { call: name, args: [at.value, 'at', at.key, ...args] }
}

/** The check that a part only hands the value on to, so that nothing has to be written around it. */
export function handedTo({ call, args, unless }: Call): string | undefined {
  const [value, , key] = args
  const isWhole = args.length === 3 && value === KEYED.value && key === KEYED.key
  return unless === undefined && isWhole ? call : undefined
}

/** The part only matters where the test does not hold. */
export function unless(test: string, part: Call): Call {
  return { ...part, unless: part.unless === undefined ? test : `${test} || ${part.unless}` }
}

/** All parts as one expression. */
export function allHold(parts: readonly Call[]): string {
  const [only, ...more] = parts
  if (!only) return 'true'
  return more.length === 0 ? expression(only) : parts.map(inConjunction).join(' && ')
}

function expression({ call, args, unless }: Call): string {
  const text = `${call}(${args.join(', ')})`
  return unless === undefined ? text : `${unless} || ${text}`
}

function inConjunction(part: Call): string {
  return part.unless === undefined ? expression(part) : `(${expression(part)})`
}

/** A call at the top of the module: what nobody uses can be left out of a bundle. */
export function pureCall(name: string, ...args: readonly string[]): string {
  return `/*@__PURE__*/ ${name}(${args.join(', ')})`
}
