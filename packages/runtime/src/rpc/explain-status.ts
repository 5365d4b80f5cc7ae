/** Explains statuses for which the node has no message of its own. */
export function explainStatus(status: number): string | undefined {
  if (status === 401) return 'requires credentials in `headers`'
  if (status === 403) return 'refuses access'
  if (status === 404) return 'found nothing: check the path of the address'
  if (status === 431) return 'says that headers or parameters are too long'
  return undefined
}
