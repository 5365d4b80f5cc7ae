export interface TextFault {
  readonly message: string
  readonly offset: number
  /** Not a fault of syntax, but what goes beyond a limit. */
  readonly code?: 'TW1011'
}

/** One file, parsed; `locate` turns a pointer into an offset of its text. */
export interface ParsedText {
  readonly value: unknown
  readonly locate: (pointer: string) => number
  readonly faults: readonly TextFault[]
}

/** What cannot be read has nothing but a fault. */
export function unread(message: string, offset: number, code?: TextFault['code']): ParsedText {
  return {
    value: undefined,
    locate: () => 0,
    faults: [{ message, offset, ...(code ? { code } : {}) }],
  }
}
