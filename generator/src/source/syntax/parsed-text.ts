export interface TextFault {
  readonly message: string
  readonly offset: number
  /** Set if it is not a syntax error: the text exceeds a limit, or is in another language. */
  readonly code?: 'TW1003' | 'TW1009' | 'TW1011'
  /** How to fix this particular error. */
  readonly help?: string
  /** A second location that belongs to it. */
  readonly also?: { readonly message: string; readonly offset: number }
}

/** One parsed file; `locate` turns a pointer into an offset of its text. */
export interface ParsedText {
  readonly value: unknown
  readonly locate: (pointer: string) => number
  readonly faults: readonly TextFault[]
}

/** The result for a text that cannot be read: only an error. */
export function unread(fault: TextFault): ParsedText {
  return { value: undefined, locate: () => 0, faults: [fault] }
}
