/**
 * `2xx` means `2XX`. Anything that is not a status is reported elsewhere, and no server can send
 * it.
 */
export function statusOf(key: string): string | undefined {
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase()
  return /^[1-5]\d\d$|^default$/.test(key) ? key : undefined
}

/** The status of an error in types: its number, `4XX`, `5XX` or `default`. */
export function failureKey(status: string | undefined): string | number | undefined {
  if (status === undefined || status === 'default') return status
  if (/^[45]XX$/i.test(status)) return status.toUpperCase()
  return /^\d+$/.test(status) ? Number(status) : undefined
}
