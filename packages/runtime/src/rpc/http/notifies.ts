import { isTransportError } from '../../core/index.js'

/**
 * Marks the description of a method as a notification. It has no outcome: servers may respond with anything
 * or nothing.
 */
export async function notifies(sent: Promise<unknown>): Promise<readonly []> {
  try {
    await sent
  } catch (error) {
    const { fault, status = 0 } = isTransportError(error) ? error : {}
    if (fault !== 'body' || status < 200 || status > 299) throw error
  }
  return []
}
