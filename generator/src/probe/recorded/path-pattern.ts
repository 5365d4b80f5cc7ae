import { literalPattern } from '../../model/operations/pattern-of.js'

/** A server of which nothing is known may add a prefix to all paths, as gateways do. */
export const ANY_PREFIX = '(?:/[^/]+)*?'

/** The pattern of the URLs of a path, with a group for each argument; `base` is a pattern of what is before. */
export function pathPattern(path: string, base = ANY_PREFIX): RegExp {
  const parts = path.replace(/#.*$/s, '').split(/\{[^{}]*\}/)
  return new RegExp(`^${base}${parts.map(literalPattern).join('([^/]+)')}/?$`)
}

/** Paths without arguments come before those that would match them too, as `/pets/mine` and `/pets/{id}`. */
export function bySpecificity(left: string, right: string): number {
  const [one, other] = [segmentsOf(left), segmentsOf(right)]
  for (const [index, segment] of one.entries()) {
    const difference = Number(segment.includes('{')) - Number(other[index]?.includes('{') ?? false)
    if (difference !== 0) return difference
  }
  return 0
}

function segmentsOf(path: string): string[] {
  return path.split('/')
}
