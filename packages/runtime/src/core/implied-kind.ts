/** Kinds whose tag may be absent, and the properties that values without it have then. */
export interface ImpliedKinds {
  readonly [kind: string]: readonly string[]
}

/** The kind of a value without a tag: of those whose properties it has, the one with the most. */
export function impliedKind(value: object, implied: ImpliedKinds): string | undefined {
  let found: string | undefined
  let most = -1
  for (const [kind, names] of Object.entries(implied)) {
    if (names.length <= most || !names.every((name) => Object.hasOwn(value, name))) continue
    found = kind
    most = names.length
  }
  return found
}
