import { type Problem, ValidationError } from './errors.js'
import type { Redact } from './redact.js'
import { optionsOf, type Reporting, type ResponseValidator, type Validate } from './validation.js'

type Finds = Pick<ResponseValidator, 'check'> & Partial<Pick<ResponseValidator, 'drift'>>

/** Every validator has this as `~asValidator`. */
export function reportProblems(
  this: Finds,
  value: unknown,
  operation: string,
  option: Validate | undefined,
  redact?: Redact,
): void {
  const { onMismatch = 'throw' } = option && redact ? optionsOf(option) : {}
  const problems = this.check(value)
  const driftOf = (): readonly Problem[] => this.drift?.(value) ?? []
  const show: Redact = redact ?? ((shown) => shown)
  if (typeof onMismatch === 'function') {
    const drift = driftOf()
    if (problems.length + drift.length > 0) onMismatch({ operation, problems, drift, value })
  } else if (problems.length > 0) {
    const what = `${operation}: ${redact ? 'unexpected response' : 'not sent'}: ${summary(problems)}`
    if (onMismatch === 'throw')
      throw show(new ValidationError(what, { operation, problems, value }))
    console.warn(show(what))
  } else if (onMismatch === 'warn') {
    const drift = driftOf()
    if (drift.length > 0) console.warn(show(`${operation}: not known here: ${summary(drift)}`))
  }
}

/** Turns your own `check` and `drift` into a validator for the option `validate`. */
export function asValidator<Given extends Finds>(given: Given): Given & Reporting {
  return { ...given, '~asValidator': reportProblems }
}

/** The first problem, and how many more there are. */
function summary([first, ...more]: readonly Problem[]): string {
  const text = [first?.path, first?.message].filter((part) => part).join(': ')
  return more.length > 0 ? `${text} (and ${more.length} more)` : text
}
