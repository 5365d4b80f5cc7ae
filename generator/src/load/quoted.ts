/** Data that a document quotes; words in it mean nothing. */
export const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Below these stand names, so that one of them may happen to be `default` or `example`. */
export const NAMING = new Set(
  'properties patternProperties $defs definitions schemas responses'.split(' '),
)
