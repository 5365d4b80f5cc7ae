import { type Problem, ValidationError } from '../core/errors.js'
import { reportProblems } from '../core/report.js'
import type { Reporting } from '../core/validation.js'
import type { StandardProps, StandardSchema } from './standard.js'
import { type Check, type Finding, fits, pathText, ROOT, Walk } from './walk.js'

export interface CheckOptions {
  /**
   * How to treat text that is not in its format (integers, hex, base64, dates): `true` reports a problem,
   * `false` ignores it. By default, it is a problem for strict validators and drift for others.
   */
  readonly formats?: boolean
}

/** Validates values of one type. Values are neither copied nor changed. */
export interface StrictValidator<Type> extends StandardSchema<Type>, Reporting {
  /** What it checks with; named after the function that reads it. */
  readonly '~checkOf': Check
  /** Whether the value holds. */
  readonly is: (value: unknown, options?: CheckOptions) => value is Type
  /**
   * Throws a `ValidationError` unless the value is valid, and narrows its type. Also returns the value,
   * which an assertion signature cannot express. TypeScript needs an explicit type for a constant that it is called on
   * (TS2775): `const order: typeof validators.Order = validators.Order`.
   */
  readonly assert: (value: unknown, options?: CheckOptions) => asserts value is Type
  /** Everything that is wrong with the value; empty if it is valid. */
  readonly check: (value: unknown, options?: CheckOptions) => Problem[]
  /** What this version does not know: fields, kinds, enum values, text formats. */
  readonly drift: (value: unknown, options?: CheckOptions) => Problem[]
}

/** A tolerant validator: what this version does not know is drift and never a problem. */
export interface Validator<Type> extends StrictValidator<Type> {
  /** Accepts exactly what the document describes: no unknown fields, variants or enum values. */
  readonly strict: StrictValidator<Type>
}

export function validator<Type>(name: string, check: Check): Validator<Type> {
  let strict: StrictValidator<Type> | undefined
  return {
    ...members<Type>(name, check, false),
    get strict() {
      strict ??= members<Type>(name, check, true)
      return strict
    },
  }
}

function members<Type>(name: string, rule: Check, strict: boolean): StrictValidator<Type> {
  const is = (value: unknown, options?: CheckOptions): value is Type => {
    return fits(rule, value, strict, options?.formats)
  }
  const problemsOf = (value: unknown, options?: CheckOptions): readonly Finding[] => {
    // Most values are valid, and checking that costs much less than collecting problems.
    if (is(value, options)) return []
    const at = new Walk(true, false, strict, options?.formats)
    run(rule, value, at)
    return at.problems
  }
  const check = (value: unknown, options?: CheckOptions): Problem[] =>
    problemsOf(value, options).map(problemOf)
  function assert(value: unknown, options?: CheckOptions): asserts value is Type
  function assert(value: unknown, options?: CheckOptions): Type {
    if (is(value, options)) return value
    throw invalid(name, value, check(value, options))
  }
  return {
    is,
    check,
    assert,
    '~asValidator': reportProblems,
    '~checkOf': rule,
    drift: (value, options) => {
      const at = new Walk(true, true, false, options?.formats)
      run(rule, value, at)
      return at.unknown.map(problemOf)
    },
    get '~standard'(): StandardProps<Type> {
      return {
        version: 1,
        vendor: 'tagwire',
        validate: (value) =>
          is(value)
            ? { value }
            : { issues: problemsOf(value).map(({ message, path }) => ({ message, path })) },
      }
    },
  }
}

/** Reading a value can throw: getters are foreign code, and the stack is finite. */
function run(rule: Check, value: unknown, at: Walk): void {
  try {
    rule(value, at, ROOT)
  } catch (error) {
    if (!at.collect) return
    const received = reasonOf(error)
    const message = `the value cannot be read: ${received}`
    const problem = { path: [...at.path], message, expected: 'a value', received }
    at.problems.push(problem)
    if (at.watch) at.unknown.push(problem)
  }
}

/** Anything can be thrown, even a value that throws when it is printed. */
function reasonOf(error: unknown): string {
  try {
    return error instanceof globalThis.Error ? `${error.message}` : String(error)
  } catch {
    return 'something that cannot be shown'
  }
}

function problemOf({ path, message, expected, received }: Finding): Problem {
  return { path: pathText(path), message, expected, received }
}

function invalid(name: string, value: unknown, problems: readonly Problem[]): ValidationError {
  const [first] = problems
  const where = first && first.path !== '' ? `${first.path}: ` : ''
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return new ValidationError(`not a valid ${name}: ${where}${first?.message ?? ''}${more}`, {
    problems,
    value,
  })
}

/** The check of a type, as a part of larger ones. */
export function checkOf<Type>(validator: Validator<Type>): Check {
  return validator['~checkOf']
}
