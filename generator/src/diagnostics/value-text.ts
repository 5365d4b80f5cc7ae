const LONGEST = 40

/** A value of a document as a message quotes it. JSON cannot represent some numbers of YAML. */
export function valueText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
