const LONGEST = 40

/** A value of a document as a message quotes it. JSON cannot represent some numbers of YAML. */
export function valueText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
  return cut(text, LONGEST)
}

/** A text of a document as a message quotes it. */
export function cut(text: string, longest = 200): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Whatever a message quotes, a terminal or a report gets a text that somebody can read. */
export function cutMessage(message: string): string {
  return cut(message, 2000)
}
