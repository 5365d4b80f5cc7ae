import type { Place } from '../operation.js'

/** Adds members to the caller's input, or to the body inside it. */
export function placeWith(
  place: Place,
  members: Readonly<Record<string, string | number | boolean>>,
  inside?: 'body',
): Place {
  return (operation, input, contentType) => {
    const given = Object(input)
    const more = inside ? { [inside]: { ...Object(given[inside]), ...members } } : members
    return place(operation, { ...given, ...more }, contentType)
  }
}
