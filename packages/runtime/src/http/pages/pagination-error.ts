import { type ErrorInit, isErrorNamed, TagwireError } from '../../core/errors.js'
import type { PageState } from './page-state.js'

interface PaginationErrorInit extends ErrorInit {
  readonly state: PageState
}

/** The pages of a service go round, or end although there are more. */
export class PaginationError extends TagwireError<PaginationErrorInit> {
  /** The page from which there is no way on. */
  readonly state: PageState

  override get name(): 'PaginationError' {
    return 'PaginationError'
  }

  constructor(message: string, init: PaginationErrorInit) {
    super(message, init)
    this.state = init.state
  }
}

export function isPaginationError(error: unknown): error is PaginationError {
  return isErrorNamed(error, 'PaginationError')
}
