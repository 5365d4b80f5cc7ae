export interface TextFault {
  readonly message: string
  readonly offset: number
}

/** One file, parsed; `locate` turns a pointer into an offset of its text. */
export interface ParsedText {
  readonly value: unknown
  readonly locate: (pointer: string) => number
  readonly faults: readonly TextFault[]
}

/** What cannot be read has nothing but a fault. */
export function unread(message: string, offset: number): ParsedText {
  return { value: undefined, locate: () => 0, faults: [{ message, offset }] }
}
