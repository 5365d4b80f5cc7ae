export interface TextFault {
  readonly message: string
  readonly offset: number
  /** Not a fault of syntax: what goes beyond a limit, or is written in another language. */
  readonly code?: 'TW1003' | 'TW1011'
  /** What to do about this very fault. */
  readonly help?: string
  /** A second place that belongs to it. */
  readonly also?: { readonly message: string; readonly offset: number }
}

/** One file, parsed; `locate` turns a pointer into an offset of its text. */
export interface ParsedText {
  readonly value: unknown
  readonly locate: (pointer: string) => number
  readonly faults: readonly TextFault[]
}

/** What cannot be read has nothing but a fault. */
export function unread(fault: TextFault): ParsedText {
  return { value: undefined, locate: () => 0, faults: [fault] }
}
