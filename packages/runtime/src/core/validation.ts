import type { Problem } from './errors.js'
import { memberAt } from './member.js'
import type { Redact } from './redact.js'

/** The part of a generated validator that a client uses. */
export interface ResponseValidator extends Reporting {
  check(value: unknown): readonly Problem[]
  drift(value: unknown): readonly Problem[]
}

/**
 * A validator that can report its problems: a generated one, or your own `check` and `drift` after `asValidator` of
 * `@tagwire/runtime/core`. The code for it comes with validators, so that bundles without any do not contain it.
 */
export interface Reporting {
  /**
   * Throws, prints or reports what is wrong with a response, as `onMismatch` of `option` says. Without
   * `redact` the value is a request, and any problem throws. `redact` removes credentials from what is shown.
   * Named after the function that adds it, because compilers name what is missing.
   */
  '~asValidator'(
    value: unknown,
    operation: string,
    option: Validate | undefined,
    redact?: Redact,
  ): void
}

/** Validators by the generated name of the operation. */
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
export interface RequestValidator extends Reporting {
  check(request: unknown): readonly Problem[]
}

/** Validators of requests by the generated name of the operation. */
export type RequestValidators = Readonly<Record<string, RequestValidator>>

/** The option `validate` of a client or of one call. */
export type Validate = ResponseValidators | ValidateOptions | false

/** The validator of that name for responses, or for requests. */
export function validatorIn(
  option: Validate | undefined,
  name: string,
  part: 'validators' | 'requests' = 'validators',
): Reporting | undefined {
  const found = option ? optionsOf(option)[part]?.[name] : undefined
  if (found && !found['~asValidator']) throw new TypeError(`validate.${name} needs asValidator()`)
  return found
}

/** The option in its long form. */
export function optionsOf(option: ResponseValidators | ValidateOptions): ValidateOptions {
  return isOptions(option) ? option : { validators: option }
}

// An operation may itself be named `validators` or `requests`; that member then has a `check`.
function isOptions(option: ResponseValidators | ValidateOptions): option is ValidateOptions {
  return ['validators', 'requests'].some((name) => {
    const member = memberAt(option, name)
    return member && !memberAt(member, 'check')
  })
}
