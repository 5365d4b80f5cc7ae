/** The default of the option `maxBodyBytes`. */
export const mostBytes: number = 2 ** 26

export const tooDeep = 'is nested too deeply'

export function tooLarge(maxBodyBytes: number): string {
  return `is larger than maxBodyBytes, ${maxBodyBytes}`
}

/** Explains statuses for which the node has no message of its own. */
export function explainStatus(status: number): string | undefined {
  if (status === 401) return 'requires credentials in `headers`'
  if (status === 403) return 'refuses access'
  if (status === 404) return 'found nothing: check the path of the address'
  if (status === 431) return 'says that headers or parameters are too long'
  return undefined
}

/** Limits of what may arrive before the acknowledgement of a subscription. */
export const earlyEvents = 1024
export const earlyCharacters = 67_108_864

export const unacknowledged = 'The server sends events without acknowledging the subscription'
