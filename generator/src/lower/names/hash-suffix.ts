import { createHash } from 'node:crypto'

/**
 * The name with a few letters made from what it was made of: the same wherever that stands, and
 * whatever else there is.
 */
export function withHashSuffix(name: string, madeOf: string): string {
  return `${name}_${createHash('sha256').update(madeOf).digest('hex').slice(0, 4)}`
}
