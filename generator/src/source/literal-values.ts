import type { Node } from './node.js'

/** Keywords with literal data; keywords inside it have no meaning. */
export const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** The keys below these are names, so one of them may be `default` or `example`. */
export const NAMING = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas responses parameters headers'.split(
    ' ',
  ),
)

/** Literal data in a schema: an `$id` or anchor inside it identifies nothing. */
export function isQuoted({ source }: Node, key: string): boolean {
  const [above = ''] = source.pointer.split('/').slice(-1)
  return QUOTED.has(key) && !NAMING.has(above)
}
