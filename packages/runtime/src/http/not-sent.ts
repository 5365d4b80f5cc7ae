/**
 * What our wrappers of `fetch` throw if no request can be made: it contains the caller's own error, which no
 * retry would fix.
 */
export class NotSent {
  readonly notSent = true
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}
