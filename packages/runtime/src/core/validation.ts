import { type Problem, ValidationError } from './errors.js'
import { memberAt } from './member.js'
import type { Redact } from './redact.js'

/** The part of a generated validator that a client uses. */
export interface ResponseValidator {
  check(value: unknown): readonly Problem[]
  drift(value: unknown): readonly Problem[]
}

/** Response validators by the generated name of the operation. */
export type ResponseValidators = Readonly<Record<string, ResponseValidator>>

/** A response that does not match the document. */
export interface Mismatch {
  readonly operation: string
  readonly problems: readonly Problem[]
  /** What this version does not know: unknown fields, variants and enum values. */
  readonly drift: readonly Problem[]
  readonly value: unknown
}

export interface ValidateOptions {
  /** Validators of responses. */
  readonly validators?: ResponseValidators | undefined
  /** Validators of requests. An invalid request is never sent. */
  readonly requests?: RequestValidators | undefined
  /**
   * What to do with an invalid response: fail the call, print one line, or call your own function.
   * The last two also apply to responses that only have drift. @default 'throw'
   */
  readonly onMismatch?: 'throw' | 'warn' | ((mismatch: Mismatch) => void) | undefined
}

/** Returns everything that is wrong with a request. */
export interface RequestValidator {
  check(request: unknown): readonly Problem[]
}

/** Validators of requests by the generated name of the operation. */
export type RequestValidators = Readonly<Record<string, RequestValidator>>

/** The option `validate` of a client or of one call. */
export type Validate = ResponseValidators | ValidateOptions | false

/** Whether there is a validator for responses of that name. */
export function isValidated(option: Validate | undefined, key: string): boolean {
  return option ? Boolean(optionsOf(option).validators?.[key]) : false
}

/** Throws if a request is invalid. */
export function validateRequest(
  option: Validate | undefined,
  operation: string,
  request: unknown,
): void {
  const problems = (option && optionsOf(option).requests?.[operation]?.check(request)) || []
  if (problems.length === 0) return
  const what = `${operation}: not sent: ${summary(problems)}`
  throw new ValidationError(what, { operation, problems, value: request })
}

/**
 * Validates a response, or one item of it, if there is a validator. `key` is the validator's name.
 * What is thrown or printed goes through `redact`, because servers repeat what they were sent.
 */
export function validateResponse(
  option: Validate | undefined,
  operation: string,
  value: unknown,
  redact: Redact,
  key: string = operation,
): void {
  if (!option) return
  const { validators, onMismatch = 'throw' } = optionsOf(option)
  const validator = validators?.[key]
  if (!validator) return
  const problems = validator.check(value)
  if (typeof onMismatch === 'function') {
    const drift = validator.drift(value)
    if (problems.length + drift.length > 0) onMismatch({ operation, problems, drift, value })
  } else if (problems.length > 0) {
    const what = `${operation}: unexpected response: ${summary(problems)}`
    if (onMismatch === 'throw')
      throw redact(new ValidationError(what, { operation, problems, value }))
    console.warn(redact(what))
  } else if (onMismatch === 'warn') {
    const drift = validator.drift(value)
    if (drift.length > 0) console.warn(redact(`${operation}: not known here: ${summary(drift)}`))
  }
}

/** The first problem, and how many more there are. */
function summary([first, ...more]: readonly Problem[]): string {
  const text = [first?.path, first?.message].filter((part) => part).join(': ')
  return more.length > 0 ? `${text} (and ${more.length} more)` : text
}

function optionsOf(option: ResponseValidators | ValidateOptions): ValidateOptions {
  return isOptions(option) ? option : { validators: option }
}

// An operation may itself be named `validators` or `requests`; that member then has a `check`.
function isOptions(option: ResponseValidators | ValidateOptions): option is ValidateOptions {
  return ['validators', 'requests'].some((name) => {
    const member = memberAt(option, name)
    return member !== undefined && typeof memberAt(member, 'check') !== 'function'
  })
}
