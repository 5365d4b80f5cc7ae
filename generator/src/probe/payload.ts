/** What became of one payload. */
export interface Payload {
  /** The file, or the call. */
  readonly name: string
  /**
   * - `drift`: holds, but for what the document does not know
   * - `unknown`: the name of the file says nothing
   * - `skipped`: there is nothing to compare; the reason says why
   * - `failed`: no payload came, or none that can be read
   */
  readonly outcome: 'pass' | 'drift' | 'mismatch' | 'unknown' | 'skipped' | 'failed'
  readonly reason?: string
  /** The server answered with an error, so that its success was not seen. */
  readonly refused?: true
}
