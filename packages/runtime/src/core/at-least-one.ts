/** An object with at least one of the named members: there, and not `undefined`. */
export type AtLeastOne<Names extends keyof Members, Members> = Members &
  (Names extends unknown
    ? // biome-ignore lint/complexity/noBannedTypes: whatever else it may be, `Members` says.
      { [Name in Names]: {} | null }
    : never)
