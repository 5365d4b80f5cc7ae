/** The default of the option `maxBodyBytes`. */
export const mostBytes: number = 2 ** 26

export const tooDeep = 'is nested too deeply'

export function tooLarge(maxBodyBytes: number): string {
  return `is larger than maxBodyBytes, ${maxBodyBytes}`
}

/** Limits of what may arrive before the acknowledgement of a subscription. */
export const earlyEvents = 1024
export const earlyCharacters = 67_108_864

export const unacknowledged = 'The server sends events without acknowledging the subscription'
