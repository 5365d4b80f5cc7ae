/** What both documents have of a kind. */
interface Matched<Each> {
  /** What only the old one has. */
  readonly removed: readonly Each[]
  /** What the new one has, each with the old one if there is one. */
  readonly current: readonly (readonly [now: Each, old: Each | undefined])[]
}

/** Matches what two documents have by a key. Of several with the same key, the last one counts. */
export function matched<Each>(
  before: readonly Each[],
  after: readonly Each[],
  keyOf: (each: Each) => string,
): Matched<Each> {
  const old = new Map(before.map((each) => [keyOf(each), each]))
  const now = new Map(after.map((each) => [keyOf(each), each]))
  return {
    removed: [...old].flatMap(([key, each]) => (now.has(key) ? [] : [each])),
    current: [...now].map(([key, each]) => [each, old.get(key)]),
  }
}
