import type { Node } from './node.js'

/** Data that a document quotes; words in it mean nothing. */
export const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Below these stand names, so that one of them may happen to be `default` or `example`. */
export const NAMING = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas responses parameters headers'.split(
    ' ',
  ),
)

/** Data that a schema quotes: an `$id` or anchor in it names nothing. */
export function isQuoted({ source }: Node, key: string): boolean {
  const [above = ''] = source.pointer.split('/').slice(-1)
  return QUOTED.has(key) && !NAMING.has(above)
}
