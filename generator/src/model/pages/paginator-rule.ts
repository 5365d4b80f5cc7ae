/** Pages of several operations, for documents that are not your own; `x-tagwire-paginator` takes precedence. */
export interface PaginatorRule {
  /** Values of `operationId`; `*` matches any characters. A pattern applies to the operations that it fits. */
  readonly operations: string | readonly string[]
  /** The name of the method; `{operation}` is that of the operation. @default '{operation}All' */
  readonly name?: string
  /** A pointer to the array in the response; empty if the response is the array. */
  readonly items: string
  /** A pointer to what says whether there are more pages. */
  readonly more?: string
  readonly next: PageLink
}

/**
 * How one page leads to the next. A cursor comes from a pointer into the response or from `header:Name`, and goes into
 * a parameter, `header:Name` or `body:/pointer`; `last` is a pointer into the last item.
 */
export type PageLink =
  | { readonly cursor: string; readonly into: string }
  | { readonly page: string; readonly first?: number }
  | { readonly offset: string }
  | { readonly last: string; readonly into: string }
  | { readonly link: string }
  | { readonly url: string }

/** The kinds of a link, with the other members that each has. */
export const PAGE_LINKS: Readonly<Record<string, readonly string[]>> = {
  cursor: ['into'],
  page: ['first'],
  offset: [],
  last: ['into'],
  link: [],
  url: [],
}
