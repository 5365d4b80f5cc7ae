import { isDictionary } from '../model/json.js'

/** Larger lists and objects are of the same kind throughout. */
const MOST = 50
const DEEPEST = 8

/** The structure of a value without its texts and numbers, for a schema that may be shown to anybody. */
export function skeletonOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return ''
  if (typeof value === 'number') return Number.isInteger(value) ? 0 : 0.5
  if (typeof value === 'boolean') return false
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.slice(0, MOST)
    return depth >= DEEPEST ? [] : distinct(items.map((each) => skeletonOf(each, depth + 1)))
  }
  if (!isDictionary(value)) return null
  if (depth >= DEEPEST) return {}
  const entries = Object.entries(value).slice(0, MOST)
  return Object.fromEntries(entries.map(([key, each]) => [key, skeletonOf(each, depth + 1)]))
}

/** Skeletons of several samples; most are alike. */
export function distinct(skeletons: readonly unknown[]): unknown[] {
  const texts = new Map(skeletons.map((each) => [JSON.stringify(each), each]))
  return [...texts.values()].slice(0, MOST)
}
