import type { BodyPart } from '../http/operation.js'
import { otherTypes } from '../http/reading/other-readings.js'
import { decodeForm, formPairs, readParts } from '../http/reading/read-body.js'
import { readForm } from '../http/reading/read-form.js'
import { type RecordType, Unreadable } from '../http/reading/text-type.js'

/** How the members of a form are written. */
export interface ReadableForm {
  readonly form: RecordType
  readonly parts: Readonly<Record<string, BodyPart>>
}

/** What a form can be: first as servers read it, then with other values for texts that can be several things. */
export function formReadings(
  sent: string | readonly (readonly [name: string, value: string])[],
  { form, parts }: ReadableForm,
): readonly unknown[] | Unreadable {
  const read = (type: RecordType): unknown =>
    typeof sent === 'string'
      ? readForm(formPairs(sent), { type, parts, decode: decodeForm })
      : readParts(sent, { form: type, parts })
  try {
    return [form, ...otherTypes(form)].map(read)
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
}
