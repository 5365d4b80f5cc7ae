import { DECODED_FORMATS } from '../../model/decoded-formats.js'
import type { Scalar } from '../../model/shapes/shape.js'

/**
 * Who is affected by a change that does not break programs that use the plain JSON:
 *
 * - `old-servers`: responses are described more strictly, so the new package rejects some of servers that still
 *   follow the old document
 * - `decoded`: decoded values have another type
 * - `dates`: so do values of a client that is generated with `dates: 'date'`
 */
const NOTES = ['old-servers', 'decoded', 'dates'] as const
export type Note = (typeof NOTES)[number]

export function isNote(text: string): text is Note {
  return NOTES.some((each) => each === text)
}

const TEXTS: Readonly<Record<Note, string>> = {
  'old-servers': 'old answers are refused',
  decoded: 'decodes to another type',
  dates: "another type with dates: 'date'",
}

/** The notes of a change in brackets, if there are any. */
export function notesText(notes: readonly Note[]): string {
  return notes.length === 0 ? '' : ` (${notes.map((each) => TEXTS[each]).join('; ')})`
}

/** The effect on users of decoded values if a string gets another format, or none. */
export function decodingNotes(before: Scalar, after: Scalar): Note[] {
  const [old, now] = [decodedFormat(before), decodedFormat(after)]
  if (old === now) return []
  const withDates = [old, now].includes('date-time')
  return withDates ? ['decoded', 'dates'] : ['decoded']
}

function decodedFormat({ type, format }: Scalar): string | undefined {
  return type === 'string' ? DECODED_FORMATS.find((each) => each === format) : undefined
}
