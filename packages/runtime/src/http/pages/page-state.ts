/** How far a listing has been read: plain JSON, to be stored and given as `from`. */
export interface PageState {
  /** Where the page is: a cursor, a number or an address. The first page needs none. */
  readonly at?: unknown
  /** How many of its items have been delivered. */
  readonly skip?: number
  /** Everything has been delivered. */
  readonly done?: true
}
