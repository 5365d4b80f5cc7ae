/** The value of a JSON text, which may be `null`; nothing for other texts. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return { value }
  } catch {
    return undefined
  }
}
