/** The texts of a request, as servers of `@tagwire/runtime` read them: declarations of `tagwire` name no other package. */
export interface RequestTexts {
  /** The texts of the path's parameters, in the order of their names. */
  readonly path: { readonly names: readonly string[]; readonly texts: readonly string[] }
  readonly search: string
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | null
}
