import type { InputWriter } from '../operation.js'

/** Adds members to the caller's input, or to the body inside it. */
export function placeWith(
  place: InputWriter,
  members: Readonly<Record<string, string | number | boolean>>,
  inside?: 'body',
): InputWriter {
  return (operation, input, contentType) => {
    const given = Object(input)
    const more = inside ? { [inside]: { ...Object(given[inside]), ...members } } : members
    return place(operation, { ...given, ...more }, contentType)
  }
}
