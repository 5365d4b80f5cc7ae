/** The outcome for one payload. */
export interface Payload {
  /** The file, or the call. */
  readonly name: string
  /**
   * - `drift`: valid, except for what the document does not describe
   * - `unknown`: the name of the file does not say which type or operation it belongs to
   * - `left-out`: traffic of other servers than those of the document
   * - `skipped`: there is nothing to compare; see `reason`
   * - `failed`: no payload arrived, or an unreadable one
   */
  readonly outcome: 'pass' | 'drift' | 'mismatch' | 'unknown' | 'left-out' | 'skipped' | 'failed'
  readonly reason?: string
  /** The server responded with an error, so its success response was not seen. */
  readonly refused?: true
}

/** Why a response without a text is not compared, unless it is known that there was none. */
export const UNRECORDED = 'it has no body, or its body was not recorded'

export function unknown(name: string, reason: string): Payload {
  return { name, outcome: 'unknown', reason }
}

/** Whether a payload was compared that is no refusal: a server at a wrong address refuses everything. */
export function isConfirmed(payloads: readonly Payload[]): boolean {
  return payloads.some(({ outcome, refused }) => COMPARED.includes(outcome) && !refused)
}

const COMPARED: readonly Payload['outcome'][] = ['pass', 'drift', 'mismatch']
