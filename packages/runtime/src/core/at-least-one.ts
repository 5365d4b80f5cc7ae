/** An object with at least one of the named members. */
export type AtLeastOne<Names extends keyof Members, Members> = Names extends unknown
  ? Members & Required<Pick<Members, Names>>
  : never
