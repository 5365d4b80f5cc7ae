export function parseJson<Value>(text: string): Value {
  return JSON.parse(withoutMark(text))
}

/** Some runtimes leave a byte order mark in the text of a body: Workers, with compatibility dates before 2026. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}
