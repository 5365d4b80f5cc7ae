/** `2xx` means `2XX`. What is no status has been reported, and no server can answer with it. */
export function statusOf(key: string): string | undefined {
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase()
  return /^[1-5]\d\d$|^default$/.test(key) ? key : undefined
}
