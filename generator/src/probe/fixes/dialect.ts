/** The schema dialect of a document. */
export interface Dialect {
  /** OpenAPI 3.0: `nullable` instead of the type `null`, and one type at a time. */
  readonly nullableWord: boolean
}
