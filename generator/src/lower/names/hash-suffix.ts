import { createHash } from 'node:crypto'

/**
 * The name with a short hash of its origin: it is the same in every run, and independent of other names.
 */
export function withHashSuffix(name: string, madeOf: string): string {
  return `${name}_${createHash('sha256').update(madeOf).digest('hex').slice(0, 4)}`
}
