/** `2xx` means `2XX`. What is no status has been reported, and no server can answer with it. */
export function statusOf(key: string): string | undefined {
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase()
  return /^[1-5]\d\d$|^default$/.test(key) ? key : undefined
}

/** What types call the status of a failure: its number, `4XX`, `5XX` or `default`. */
export function failureKey(status: string | undefined): string | number | undefined {
  if (status === undefined || status === 'default') return status
  if (/^[45]XX$/i.test(status)) return status.toUpperCase()
  return /^\d+$/.test(status) ? Number(status) : undefined
}
